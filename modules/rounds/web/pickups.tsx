import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ActionForm, FormField } from '#core/web/forms/action-form.tsx'
import { checked, reasonProblem } from '#core/web/forms/checked.ts'
import { Chips } from '#core/web/list/filters.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { agreePickup, handOverPickup, undoPickup } from '#modules/rounds/endpoints.ts'
import { pickupHours } from '#modules/rounds/pickup-hours.ts'
import { sheetsLink } from '#modules/rounds/rounds.ts'
import type { PickupAnswer, ReadyOrder } from '#modules/rounds/shapes.ts'
import { collectedText, DoorPayment, doorPaymentOf } from '#modules/rounds/web/press-dialogs.tsx'

/** Time after the agreed hour until a pickup counts as missed. */
const graceMs = 30 * 60_000

function Pickup({ order, children }: { order: ReadyOrder; children: ReactNode }) {
	const [open, setOpen] = useState<'hora' | 'entregar'>()
	const close = () => setOpen(undefined)
	const { hora_at, nro_orden, detenida } = order
	const isPast = hora_at !== null && Date.parse(hora_at) + graceMs < Date.now()
	return (
		<li className="pickup-row">
			{children}
			<p>
				<span>{hora_at ? `Acordado: ${formatMoment(hora_at)} ` : 'Sin hora acordada '}</span>
				{isPast && <Badge tone="danger">Pasó la hora</Badge>}
			</p>
			{!detenida && (
				<p className="stop-links">
					<StaffAction of={` de la orden ${nro_orden}`} onClick={() => setOpen('hora')}>
						{hora_at ? 'Cambiar la hora' : 'Acordar hora'}
					</StaffAction>
					<StaffAction of={` la orden ${nro_orden}`} onClick={() => setOpen('entregar')}>
						Entregar
					</StaffAction>
					<Link to={sheetsLink([nro_orden])} className="staff-action">
						Imprimir etiqueta<span className="visually-hidden">{` de la orden ${nro_orden}`}</span>
					</Link>
				</p>
			)}
			{open === 'hora' && <HourDialog order={order} onClose={close} />}
			{open === 'entregar' && <CodeDialog order={order} onClose={close} />}
		</li>
	)
}

/** A handover that can still be undone. */
function HandedOver({ pickup }: { pickup: PickupAnswer }) {
	const { act, isBusy, problem } = useAct()
	const { orden_id, nro_orden, nombre } = pickup
	const cash = collectedText({ ...pickup, estado: 'entregada' })
	return (
		<li className="pickup-row">
			<p>
				<strong>{`Orden ${nro_orden}`}</strong> <Badge tone="ok">Entregado</Badge>
				<span>{` ${nombre}${cash && ` · ${cash}`}`}</span>
			</p>
			{problem && <Alert>{problem}</Alert>}
			<p className="stop-links">
				<StaffAction
					of={` la entrega de la orden ${nro_orden}`}
					disabled={isBusy}
					onClick={() => {
						const request = requestTo(undoPickup, { params: { id: orden_id } })
						void act({ request, done: `Orden ${nro_orden}: deshecho` })
					}}
				>
					Deshacer
				</StaffAction>
			</p>
		</li>
	)
}

interface PickupsProps {
	readonly orders: readonly ReadyOrder[]
	readonly done: readonly PickupAnswer[]
	/** Renders the facts of an order, as in the other lists. */
	readonly factsOf: (order: ReadyOrder) => ReactNode
}

/** Pickups at the station, agreed hours first. */
export function Pickups({ orders, done, factsOf }: PickupsProps) {
	if (orders.length === 0 && done.length === 0) return null
	return (
		<section aria-labelledby="retiros">
			<h4 id="retiros" className="title-s">
				Retiros
			</h4>
			<ul>
				{done.map((pickup) => (
					<HandedOver key={pickup.orden_id} pickup={pickup} />
				))}
				{orders.map((order) => (
					<Pickup key={order.orden_id} order={order}>
						{factsOf(order)}
					</Pickup>
				))}
			</ul>
			{orders.length > 1 && (
				<Link to={sheetsLink(orders.map(({ nro_orden }) => nro_orden))} className="staff-action">
					Imprimir todos los retiros
				</Link>
			)}
		</section>
	)
}

interface DialogProps {
	readonly order: ReadyOrder
	readonly onClose: () => void
}

/** Sets the agreed time of a pickup. */
function HourDialog({ order, onClose }: DialogProps) {
	const [offered] = useState(() => pickupHours(order.horario, new Date()))
	const [dia, setDia] = useState('')
	const [clock, setClock] = useState('')
	const hora = `${dia}T${clock.slice(0, 5)}`
	function choose(minute: string): void {
		setDia(minute.slice(0, 10))
		setClock(minute.slice(11))
	}
	return (
		<ActionForm
			title={`Hora del retiro de la orden ${order.nro_orden}`}
			confirmText="Avisar al cliente"
			onClose={onClose}
			act={() => ({
				request: requestTo(agreePickup, { params: { id: order.orden_id }, body: { hora } }),
				done: `Orden ${order.nro_orden}: hora acordada`,
			})}
		>
			{order.retiro && <p>{order.retiro}</p>}
			<Chips legend="Horas próximas" options={offered} value={hora} onChoose={choose} />
			<FormField
				label="Día"
				name="dia"
				type="date"
				required
				value={dia}
				onChange={({ target }) => setDia(target.value)}
			/>
			<FormField
				label="Hora"
				name="hora"
				type="time"
				required
				value={clock}
				onChange={({ target }) => setClock(target.value)}
			/>
			<p>Recibe un correo con la hora y un código, que te muestra al retirar.</p>
		</ActionForm>
	)
}

/** Hands over a pickup: the code and, if due, the cash. */
function CodeDialog({ order, onClose }: DialogProps) {
	const [isWithout, setWithout] = useState(order.hora_at === null)
	return (
		<ActionForm
			title={`¿Entregas la orden ${order.nro_orden}?`}
			confirmText="Entregada al cliente"
			onClose={onClose}
			act={(values) => {
				const { codigo = '', sin_codigo = '', recibe = '' } = values
				const { problem, money } = doorPaymentOf(values, order.por_cobrar)
				const wrong = { sin_codigo: isWithout ? reasonProblem(sin_codigo.trim()) : undefined, recibido: problem }
				const body = { codigo: codigo.trim(), sin_codigo: sin_codigo.trim(), recibe: recibe.trim(), ...money }
				const request = requestTo(handOverPickup, { params: { id: order.orden_id }, body })
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
			<DoorPayment due={order.por_cobrar} />
		</ActionForm>
	)
}
