import { useState } from 'react'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { checked, reasonProblem } from '#core/web/forms/checked.ts'
import { FormField } from '#core/web/forms/form-fields.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { agreePickup, handOverPickup } from '#modules/rounds/pickup-endpoints.ts'
import type { ReadyOrder } from '#modules/rounds/shapes/rounds.ts'
import { CashReceived, receivedCash } from '#modules/rounds/web/cash-received.tsx'

interface DialogProps {
	readonly order: ReadyOrder
	readonly onClose: () => void
}

const paramsOf = ({ orden_id }: ReadyOrder) => ({ id: orden_id })

/** Sets the agreed time of a pickup. */
export function HourDialog({ order, onClose }: DialogProps) {
	return (
		<ActionForm
			title={`Hora del retiro de la orden ${order.nro_orden}`}
			confirmText="Avisar al cliente"
			onClose={onClose}
			act={({ dia = '', hora = '' }) => ({
				request: requestTo(agreePickup, { params: paramsOf(order), body: { hora: `${dia}T${hora.slice(0, 5)}` } }),
				done: `Orden ${order.nro_orden}: hora acordada`,
			})}
		>
			{order.retiro && <p>{order.retiro}</p>}
			<FormField label="Día" name="dia" type="date" required />
			<FormField label="Hora" name="hora" type="time" required />
			<p>Recibe un correo con la hora y un código, que te muestra al retirar.</p>
		</ActionForm>
	)
}

/** Hands over a pickup: the code and, if due, the cash. */
export function CodeDialog({ order, onClose }: DialogProps) {
	const [isWithout, setWithout] = useState(order.hora_at === null)
	return (
		<ActionForm
			title={`¿Entregas la orden ${order.nro_orden}?`}
			confirmText="Entregada al cliente"
			onClose={onClose}
			act={({ codigo = '', sin_codigo = '', recibe = '', recibido }) => {
				const cash = receivedCash(recibido, order.por_cobrar)
				const wrong = {
					sin_codigo: isWithout ? reasonProblem(sin_codigo.trim()) : undefined,
					recibido: cash.problem,
				}
				const money = cash.due > 0 ? { recibido: cash.recibido } : {}
				const body = { codigo: codigo.trim(), sin_codigo: sin_codigo.trim(), recibe: recibe.trim(), ...money }
				const request = requestTo(handOverPickup, { params: paramsOf(order), body })
				return checked(wrong, { request, done: `Orden ${order.nro_orden} entregada` })
			}}
		>
			{isWithout ? (
				<FormField
					key="sin_codigo"
					label="Por qué sin código"
					name="sin_codigo"
					hint="Queda en la historia de la orden. Pide ver su cédula."
					required
					maxLength={200}
				/>
			) : (
				<FormField key="codigo" label="Código que muestra el cliente" name="codigo" isNumber required />
			)}
			{order.hora_at !== null && (
				<button type="button" className="link at-start" onClick={() => setWithout(!isWithout)}>
					{isWithout ? 'Tiene su código' : 'No tiene el código'}
				</button>
			)}
			<FormField label="Quién la recibe (opcional)" name="recibe" isOptional maxLength={80} />
			<CashReceived due={order.por_cobrar} />
		</ActionForm>
	)
}
