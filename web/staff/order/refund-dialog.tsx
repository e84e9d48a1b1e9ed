import { useState } from 'react'
import type { OrderDetail, RefundRequest } from '#contract/staff/order-detail.ts'
import { cancelOrder, refundOrder } from '#contract/staff/order-endpoints.ts'
import { formatClp } from '#domain/money.ts'
import { refundableOf } from '#domain/staff/money-held.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { AcceptanceNote } from '#web/staff/order/acceptance-note.tsx'
import { awaitsDelivery, deliverAnyway, OrderFate } from '#web/staff/order/order-fate.tsx'
import { refundOf } from '#web/staff/order/refund-request.ts'
import { metodoText } from '#web/staff/orders/order-fields.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

type Problem = Partial<Record<'monto' | 'motivo', string>>

type Payment = OrderDetail['pagos'][number]

interface PaymentChoiceProps {
	readonly payments: readonly Payment[]
	/** The chosen payment's id. */
	readonly chosen: string
	readonly onChoose: (pago_id: string) => void
}

function PaymentChoice({ payments, chosen, onChoose }: PaymentChoiceProps) {
	return (
		<SelectField label="Pago" value={chosen} onChange={(event) => onChoose(event.target.value)}>
			{payments.map(({ pago_id, gateway, devolvible }) => (
				<option key={pago_id} value={pago_id}>
					{`${metodoText(gateway)} ${pago_id} · ${formatClp(devolvible)}`}
				</option>
			))}
		</SelectField>
	)
}

/** The call that gives money back, with the order cancelled along with it or left as it is. */
function requestFor(id: string, refund: RefundRequest, cancels: boolean) {
	const { monto, motivo } = refund
	return cancels
		? requestTo(cancelOrder, { params: { id }, body: { motivo, devolver: { monto } } })
		: requestTo(refundOrder, { params: { id }, body: refund })
}

/**
 * Gives money of an order back through its gateway: all that is left, or a part. What can be given back is what could be when
 * the question was asked: after a lost answer less is left, and the try that took it may be sent again.
 */
export function RefundDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	const [asked] = useState(detail)
	const [payments] = useState(() => detail.pagos.filter(({ devolvible }) => devolvible > 0))
	const [chosen, setChosen] = useState(payments[0]?.pago_id)
	const [wrong, setWrong] = useState<Problem>({})
	const payment = payments.find(({ pago_id }) => pago_id === chosen) ?? payments[0]
	if (!payment) return null
	const left = detail.pagos.find(({ pago_id }) => pago_id === payment.pago_id)?.devolvible ?? payment.devolvible

	async function refund(values: Readonly<Record<string, string>>): Promise<void> {
		if (!payment) return
		const body = refundOf(values, payment)
		if ('problem' in body) return setWrong({ [body.field]: body.problem })
		setWrong({})
		const done = `Devolución de ${formatClp(body.monto)} pedida`
		const isWhole = awaitsDelivery(asked) && body.monto === refundableOf(payments)
		const request = requestFor(asked.id, body, isWhole && values.pedido === 'cancelar')
		if (!(await act({ request, done }))) return
		if (isWhole && values.pedido === 'entregar') await act(deliverAnyway(asked.id))
		onClose()
	}
	return (
		<ActionDialog
			title={`Devolver dinero de la orden ${detail.nro_orden}`}
			confirmText="Devolver"
			confirmLook="danger"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={(values) => void refund(values)}
		>
			<p>{`Vuelve por ${metodoText(payment.gateway)}, al mismo medio con que se pagó. Quedan ${formatClp(left)} de ${formatClp(payment.monto)}.`}</p>
			<AcceptanceNote gateway={payment.gateway} />
			{payments.length > 1 && <PaymentChoice payments={payments} chosen={payment.pago_id} onChoose={setChosen} />}
			<Field
				key={payment.pago_id}
				label="Monto"
				name="monto"
				inputMode="numeric"
				autoComplete="off"
				defaultValue={String(payment.devolvible)}
				hint="Todo lo que queda, o una parte."
				error={wrong.monto}
				onInput={() => setWrong({})}
			/>
			<Field
				label="Motivo"
				name="motivo"
				maxLength={300}
				autoComplete="off"
				error={wrong.motivo}
				onInput={() => setWrong({})}
			/>
			<OrderFate detail={asked} />
		</ActionDialog>
	)
}
