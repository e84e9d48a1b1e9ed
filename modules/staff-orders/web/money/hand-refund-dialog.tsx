import { useState } from 'react'
import { dayIn } from '#core/rules/calendar-days.ts'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm, type PlannedAct } from '#core/web/forms/action-form.tsx'
import type { Values, Wrong } from '#core/web/forms/checked.ts'
import { FormField, FormSelect } from '#core/web/forms/form-fields.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { type HandRefundWay, handRefundWays, maxReference } from '#modules/orders/hand-refund.ts'
import { cancelOrder, recordHandRefund } from '#modules/staff-orders/endpoints.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'
import { handRefundOf } from '#modules/staff-orders/web/money/refund-request.ts'
import { awaitsDelivery, deliverAnyway, OrderFate } from '#modules/staff-orders/web/order/order-fate.tsx'

const wayNames: Readonly<Record<HandRefundWay, string>> = { transferencia: 'Transferencia', efectivo: 'Efectivo' }

/** The act that records the refund, and cancels or delivers the order where all its money went back. */
function actOf(detail: OrderDetail, values: Values, today: string): PlannedAct | Wrong {
	const { id, devolvible_a_mano: left } = detail
	const body = handRefundOf(values, { left, first: dayIn(new Date(detail.created_at)), today })
	if ('wrong' in body) return body
	const done = `Devolución de ${formatClp(body.monto)} anotada`
	const isWhole = awaitsDelivery(detail) && body.monto === left
	if (isWhole && values.pedido === 'cancelar') {
		return { request: requestTo(cancelOrder, { params: { id }, body: { motivo: '', devolver_a_mano: body } }), done }
	}
	const next = isWhole && values.pedido === 'entregar' ? deliverAnyway(id) : undefined
	return { request: requestTo(recordHandRefund, { params: { id }, body }), done, next }
}

/** Records what staff gave back of a transfer or of cash. */
export function HandRefundDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	// As it was when the dialog opened: after a lost answer less is left, and the same request is sent again.
	const [opened] = useState({ detail, today: dayIn(new Date()) })
	const left = opened.detail.devolvible_a_mano
	return (
		<ActionForm
			title={`Anotar una devolución de la orden ${detail.nro_orden}`}
			confirmText="Anotar devolución"
			onClose={onClose}
			act={(values) => actOf(opened.detail, values, opened.today)}
		>
			<p>{`Anota el dinero cuando ya lo devolviste: la tienda no lo transfiere. El cliente recibe un correo. Quedan ${formatClp(left)} por devolver.`}</p>
			<FormField
				label="Monto"
				name="monto"
				isNumber
				defaultValue={String(left)}
				hint="Todo lo que queda, o una parte."
			/>
			<FormSelect
				label="Cómo lo devolviste"
				name="medio"
				defaultValue={detail.metodo_pago === 'efectivo' ? 'efectivo' : 'transferencia'}
				options={handRefundWays.map((way) => [way, wayNames[way]])}
			/>
			<FormField label="Fecha" name="fecha" type="date" defaultValue={opened.today} />
			<FormField
				label="Referencia (opcional)"
				name="referencia"
				maxLength={maxReference}
				hint="Por ejemplo, el número de la transferencia."
			/>
			<OrderFate detail={opened.detail} />
		</ActionForm>
	)
}
