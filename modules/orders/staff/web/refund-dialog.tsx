import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect, type PlannedAct } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, reasonProblem, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { SelectField } from '#core/web/ui/fields.tsx'
import { handRefundWays, maxReference, refundableOf } from '#modules/orders/order-money.ts'
import { cancelOrder, recordHandRefund, refundOrder } from '#modules/orders/staff/endpoints.ts'
import type { HandRefundRequest, OrderDetail, RefundRequest } from '#modules/orders/staff/shapes.ts'
import { awaitsDelivery, deliverAnyway, OrderFate } from '#modules/orders/staff/web/cancel-dialog.tsx'
import { metodoText } from '#modules/orders/staff/web/order-fields.ts'
import { AcceptanceNote } from '#modules/orders/staff/web/order-parts.tsx'

/** The act that gives money back, and cancels or delivers the order where all its money goes back. */
function actOf(detail: OrderDetail, payment: OrderDetail['pagos'][number], values: Values): PlannedAct | Wrong {
	const params = { id: detail.id }
	const body = refundOf(values, payment)
	if ('wrong' in body) return body
	const { monto, motivo } = body
	const done = `Devolución de ${formatClp(monto)} pedida`
	const isWhole = awaitsDelivery(detail) && monto === refundableOf(detail.pagos)
	if (isWhole && values.pedido === 'cancelar') {
		return { request: requestTo(cancelOrder, { params, body: { motivo, devolver: { monto } } }), done }
	}
	const next = isWhole && values.pedido === 'entregar' ? deliverAnyway(detail.id) : undefined
	return { request: requestTo(refundOrder, { params, body }), done, next }
}

/** Gives money of an order back through its gateway: all that is left, or a part. */
export function RefundDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	// As it was when the dialog opened: after a lost answer less is left, and the same request is sent again.
	const [opened] = useState(detail)
	const payments = opened.pagos.filter(({ devolvible }) => devolvible > 0)
	const [chosen, setChosen] = useState(payments[0]?.pago_id)
	const payment = payments.find(({ pago_id }) => pago_id === chosen)
	if (!payment) return null
	const left = detail.pagos.find(({ pago_id }) => pago_id === payment.pago_id)?.devolvible ?? payment.devolvible
	return (
		<ActionForm
			title={`Devolver dinero de la orden ${detail.nro_orden}`}
			confirmText="Devolver"
			confirmLook="danger"
			onClose={onClose}
			act={(values) => actOf(opened, payment, values)}
		>
			<p>{`Vuelve por ${metodoText(payment.gateway)}, al mismo medio con que se pagó. Quedan ${formatClp(left)} de ${formatClp(payment.monto)}.`}</p>
			<AcceptanceNote gateway={payment.gateway} />
			{payments.length > 1 && (
				<SelectField label="Pago" value={chosen} onChange={(event) => setChosen(event.target.value)}>
					{payments.map(({ pago_id, gateway, devolvible }) => (
						<option key={pago_id} value={pago_id}>
							{`${metodoText(gateway)} ${pago_id} · ${formatClp(devolvible)}`}
						</option>
					))}
				</SelectField>
			)}
			<FormField
				key={payment.pago_id}
				label="Monto"
				name="monto"
				isNumber
				defaultValue={String(payment.devolvible)}
				hint="Todo lo que queda, o una parte."
			/>
			<FormField label="Motivo" name="motivo" maxLength={300} />
			<OrderFate detail={opened} />
		</ActionForm>
	)
}

/** The act that records the refund, and cancels or delivers the order where all its money went back. */
function handActOf(detail: OrderDetail, values: Values, today: string): PlannedAct | Wrong {
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
			act={(values) => handActOf(opened.detail, values, opened.today)}
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
				options={handRefundWays.map((way) => [way, metodoText(way)])}
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

type Payment = Pick<OrderDetail['pagos'][number], 'gateway' | 'pago_id' | 'devolvible'>

/** @param left CLP that can be given back. */
function amountProblem(monto: number, left: number, ifMissing: string): string | undefined {
	if (monto === 0) return ifMissing
	return monto > left ? `Se pueden devolver hasta ${formatClp(left)}.` : undefined
}

/** The typed refund of a payment through its gateway. */
export function refundOf(values: Values, payment: Payment): RefundRequest | Wrong<'monto' | 'motivo'> {
	const monto = readWhole(values.monto ?? '') ?? 0
	const motivo = (values.motivo ?? '').trim()
	const wrong = {
		monto: amountProblem(monto, payment.devolvible, 'Escribe cuántos pesos se devuelven.'),
		motivo: reasonProblem(motivo),
	}
	return checked(wrong, { monto, motivo, pago_id: payment.pago_id, gateway: payment.gateway })
}

/** @param fecha AAAA-MM-DD */
function dayProblem(fecha: string, first: string, today: string): string | undefined {
	if (fecha === '') return 'Elige el día en que lo devolviste.'
	return fecha < first || fecha > today ? 'La fecha tiene que estar entre el día de la orden y hoy.' : undefined
}

/** The typed record of money that was given back by hand. Days are `AAAA-MM-DD`. */
export function handRefundOf(
	{ monto: typed = '', medio = '', fecha = '', referencia = '' }: Values,
	{ left, first, today }: { readonly left: number; readonly first: string; readonly today: string },
): HandRefundRequest | Wrong<'monto' | 'medio' | 'fecha'> {
	const monto = readWhole(typed) ?? 0
	const way = handRefundWays.find((one) => one === medio)
	const wrong = {
		monto: amountProblem(monto, left, 'Escribe cuántos pesos devolviste.'),
		medio: way ? undefined : 'Elige cómo lo devolviste.',
		fecha: dayProblem(fecha, first, today),
	}
	return checked(wrong, { monto, medio: way ?? 'transferencia', fecha, referencia: referencia.trim() })
}
