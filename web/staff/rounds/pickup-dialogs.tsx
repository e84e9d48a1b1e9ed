import { useState } from 'react'
import type { ReadyOrder } from '#contract/staff/rounds.ts'
import { formatClp } from '#domain/money.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { useAct } from '#web/staff/act.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

interface DialogProps {
	readonly order: ReadyOrder
	readonly onClose: () => void
}

const path = ({ orden_id }: ReadyOrder, what: string) => `/api/admin_retiros/${orden_id}/${what}/`

/** Staff and customer agree on an hour. */
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
				const done = `Orden ${order.nro_orden}: hora acordada`
				if (await act({ path: path(order, 'acordar'), body: { hora: `${dia}T${hora.slice(0, 5)}` }, done })) onClose()
			}}
		>
			{order.retiro && <p>{order.retiro}</p>}
			<Field label="Día" name="dia" type="date" required />
			<Field label="Hora" name="hora" type="time" required />
			<p>Recibe un correo con la hora y un código, que te muestra al retirar.</p>
		</ActionDialog>
	)
}

/** Why an order is handed over to somebody who shows no code. */
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

/** The customer is here: the code, and what is paid where it is paid in cash. */
export function CodeDialog({ order, onClose }: DialogProps) {
	const { act, isBusy, problem } = useAct()
	const [isWithout, setWithout] = useState(order.hora_at === null)
	const [paid, setPaid] = useState(String(order.por_cobrar))
	const [isShort, setShort] = useState(false)
	const change = (readWhole(paid) ?? 0) - order.por_cobrar
	return (
		<ActionDialog
			title={`¿Entregas la orden ${order.nro_orden}?`}
			confirmText="Entregada al cliente"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async ({ codigo = '', sin_codigo = '', recibe = '' }) => {
				setShort(change < 0)
				if (change < 0) return
				const money = order.por_cobrar > 0 ? { recibido: readWhole(paid) ?? 0 } : {}
				const body = { codigo: codigo.trim(), sin_codigo: sin_codigo.trim(), recibe: recibe.trim(), ...money }
				if (await act({ path: path(order, 'entregar'), body, done: `Orden ${order.nro_orden} entregada` })) onClose()
			}}
		>
			{isWithout ? (
				<WithoutCode />
			) : (
				<Field label="Código que muestra el cliente" name="codigo" inputMode="numeric" required autoComplete="off" />
			)}
			{order.hora_at !== null && (
				<button type="button" className="link justify-self-start" onClick={() => setWithout(!isWithout)}>
					{isWithout ? 'Tiene su código' : 'No tiene el código'}
				</button>
			)}
			<Field label="Quién la recibe (opcional)" name="recibe" maxLength={80} autoComplete="off" />
			{order.por_cobrar > 0 && (
				<>
					<Field
						label={`Efectivo recibido (la orden cuesta ${formatClp(order.por_cobrar)})`}
						name="recibido"
						inputMode="numeric"
						value={paid}
						error={isShort && change < 0 ? 'La orden se paga completa al recibirla.' : undefined}
						onChange={(event) => setPaid(event.currentTarget.value)}
					/>
					<p role="status">{change >= 0 ? `Vuelto: ${formatClp(change)}` : `Faltan ${formatClp(-change)}`}</p>
				</>
			)}
		</ActionDialog>
	)
}
