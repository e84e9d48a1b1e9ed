import { useState } from 'react'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { cancelOrder, recordHandRefund } from '#contract/staff/order-endpoints.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { formatClp } from '#domain/money.ts'
import { type HandRefundWay, handRefundWays, maxReference } from '#domain/payments/hand-refund.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { handRefundOf } from '#web/staff/order/hand-refund-request.ts'
import { awaitsDelivery, deliverAnyway, OrderFate } from '#web/staff/order/order-fate.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

const wayNames: Readonly<Record<HandRefundWay, string>> = { transferencia: 'Transferencia', efectivo: 'Efectivo' }

/**
 * What was given back by hand, on its way to the shop. What is left is what was when the question was asked: after a lost answer
 * less is left, and the try that took it may be sent again.
 */
function useHandRefund(detail: OrderDetail, onDone: () => void) {
	const { act, isBusy, problem } = useAct()
	const [{ left, first, today, asked }] = useState(() => ({
		asked: detail,
		left: detail.devolvible_a_mano,
		first: dayIn(new Date(detail.created_at)),
		today: dayIn(new Date()),
	}))
	const [wrong, setWrong] = useState<Partial<Record<string, string>>>({})

	async function record(values: Readonly<Record<string, string>>): Promise<void> {
		const body = handRefundOf(values, { left, first, today })
		if ('problem' in body) return setWrong({ [body.field]: body.problem })
		setWrong({})
		const done = `Devolución de ${formatClp(body.monto)} anotada`
		const params = { id: detail.id }
		const isWhole = awaitsDelivery(asked) && body.monto === left
		const cancels = isWhole && values.pedido === 'cancelar'
		const request = cancels
			? requestTo(cancelOrder, { params, body: { motivo: '', devolver_a_mano: body } })
			: requestTo(recordHandRefund, { params, body })
		if (!(await act({ request, done }))) return
		if (isWhole && values.pedido === 'entregar') await act(deliverAnyway(asked.id))
		onDone()
	}
	return { left, today, asked, wrong, clear: () => setWrong({}), isBusy, problem, record }
}

/** Takes from staff what they gave back of a transfer or of cash. */
export function HandRefundDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const { left, today, asked, wrong, clear, isBusy, problem, record } = useHandRefund(detail, onClose)
	return (
		<ActionDialog
			title={`Anotar una devolución de la orden ${detail.nro_orden}`}
			confirmText="Anotar devolución"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={(values) => void record(values)}
		>
			<p>{`Anota el dinero cuando ya lo devolviste: la tienda no lo transfiere. El cliente recibe un correo. Quedan ${formatClp(left)} por devolver.`}</p>
			<Field
				label="Monto"
				name="monto"
				inputMode="numeric"
				autoComplete="off"
				defaultValue={String(left)}
				hint="Todo lo que queda, o una parte."
				error={wrong.monto}
				onInput={clear}
			/>
			<SelectField
				label="Cómo lo devolviste"
				name="medio"
				defaultValue={detail.metodo_pago === 'efectivo' ? 'efectivo' : 'transferencia'}
				error={wrong.medio}
			>
				{handRefundWays.map((way) => (
					<option key={way} value={way}>
						{wayNames[way]}
					</option>
				))}
			</SelectField>
			{/* Without limits of the browser, whose messages would be in its own language. */}
			<Field label="Fecha" name="fecha" type="date" defaultValue={today} error={wrong.fecha} onInput={clear} />
			<Field
				label="Referencia (opcional)"
				name="referencia"
				maxLength={maxReference}
				autoComplete="off"
				hint="Por ejemplo, el número de la transferencia."
			/>
			<OrderFate detail={asked} />
		</ActionDialog>
	)
}
