import { useState } from 'react'
import { agreePickup, handOverPickup } from '#contract/staff/pickup-endpoints.ts'
import type { ReadyOrder } from '#contract/staff/rounds.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { CashReceived, useCashReceived } from '#web/staff/rounds/cash-received.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

interface DialogProps {
	readonly order: ReadyOrder
	readonly onClose: () => void
}

const paramsOf = ({ orden_id }: ReadyOrder) => ({ id: orden_id })

/** Sets the agreed time of a pickup. */
export function HourDialog({ order, onClose }: DialogProps) {
	const { act, isBusy, problem } = useAct()
	return (
		<ActionDialog
			title={`Hora del retiro de la orden ${order.nro_orden}`}
			confirmText="Avisar al cliente"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async ({ dia = '', hora = '' }) => {
				const body = { hora: `${dia}T${hora.slice(0, 5)}` }
				const request = requestTo(agreePickup, { params: paramsOf(order), body })
				if (await act({ request, done: `Orden ${order.nro_orden}: hora acordada` })) onClose()
			}}
		>
			{order.retiro && <p>{order.retiro}</p>}
			<Field label="Día" name="dia" type="date" required />
			<Field label="Hora" name="hora" type="time" required />
			<p>Recibe un correo con la hora y un código, que te muestra al retirar.</p>
		</ActionDialog>
	)
}

/** Reason for a handover without the pickup code. */
function WithoutCode() {
	return (
		<Field
			label="Por qué sin código"
			name="sin_codigo"
			hint="Queda en la historia de la orden. Pide ver su cédula."
			required
			minLength={minReason}
			maxLength={200}
			autoComplete="off"
		/>
	)
}

/** Hands over a pickup: the code and, if due, the cash. */
export function CodeDialog({ order, onClose }: DialogProps) {
	const { act, isBusy, problem } = useAct()
	const [isWithout, setWithout] = useState(order.hora_at === null)
	const cash = useCashReceived(order.por_cobrar)
	return (
		<ActionDialog
			title={`¿Entregas la orden ${order.nro_orden}?`}
			confirmText="Entregada al cliente"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async ({ codigo = '', sin_codigo = '', recibe = '' }) => {
				if (cash.isWrong()) return
				const money = cash.due > 0 ? { recibido: cash.recibido } : {}
				const body = { codigo: codigo.trim(), sin_codigo: sin_codigo.trim(), recibe: recibe.trim(), ...money }
				const request = requestTo(handOverPickup, { params: paramsOf(order), body })
				if (await act({ request, done: `Orden ${order.nro_orden} entregada` })) onClose()
			}}
		>
			{isWithout ? (
				<WithoutCode />
			) : (
				<Field label="Código que muestra el cliente" name="codigo" inputMode="numeric" required autoComplete="off" />
			)}
			{order.hora_at !== null && (
				<button type="button" className="link at-start" onClick={() => setWithout(!isWithout)}>
					{isWithout ? 'Tiene su código' : 'No tiene el código'}
				</button>
			)}
			<Field label="Quién la recibe (opcional)" name="recibe" maxLength={80} autoComplete="off" />
			<CashReceived cash={cash} />
		</ActionDialog>
	)
}
