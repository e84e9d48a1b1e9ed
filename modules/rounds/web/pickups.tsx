import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Badge } from '#core/web/ui/badge.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { undoPickup } from '#modules/rounds/pickup-endpoints.ts'
import type { PickupAnswer } from '#modules/rounds/shapes/pickups.ts'
import type { ReadyOrder } from '#modules/rounds/shapes/rounds.ts'
import { CodeDialog, HourDialog } from '#modules/rounds/web/pickup-dialogs.tsx'
import { sheetsLink } from '#modules/rounds/web/sheets/sheets-link.ts'

/** Time after the agreed hour until a pickup counts as missed. */
const graceMs = 30 * 60_000

function Pickup({ order, children }: { order: ReadyOrder; children: ReactNode }) {
	const [open, setOpen] = useState<'hora' | 'entregar'>()
	const close = () => setOpen(undefined)
	const { hora_at, nro_orden, detenida } = order
	const isPast = hora_at !== null && Date.parse(hora_at) + graceMs < Date.now()
	const of = <span className="visually-hidden">{` la orden ${nro_orden}`}</span>
	return (
		<li className="pickup-row">
			{children}
			<p>
				<span>{hora_at ? `Acordado: ${formatMoment(hora_at)} ` : 'Sin hora acordada '}</span>
				{isPast && <Badge tone="danger">Pasó la hora</Badge>}
			</p>
			{!detenida && (
				<p className="stop-links">
					<button type="button" className="staff-action" onClick={() => setOpen('hora')}>
						<span>{hora_at ? 'Cambiar la hora' : 'Acordar hora'}</span>
						<span className="visually-hidden">{` de la orden ${nro_orden}`}</span>
					</button>
					<button type="button" className="staff-action" onClick={() => setOpen('entregar')}>
						Entregar{of}
					</button>
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
	const { orden_id, nro_orden, nombre, cobrado, vuelto } = pickup
	const money =
		cobrado === null ? '' : ` · cobrado ${formatClp(cobrado)}${vuelto ? `, vuelto ${formatClp(vuelto)}` : ''}`
	return (
		<li className="pickup-row">
			<p>
				<strong>{`Orden ${nro_orden}`}</strong> <Badge tone="ok">Entregado</Badge>
				<span>{` ${nombre}${money}`}</span>
			</p>
			{problem && <Alert>{problem}</Alert>}
			<p className="stop-links">
				<button
					type="button"
					className="staff-action"
					disabled={isBusy}
					onClick={() =>
						void act({
							request: requestTo(undoPickup, { params: { id: orden_id } }),
							done: `Orden ${nro_orden}: deshecho`,
						})
					}
				>
					Deshacer<span className="visually-hidden">{` la entrega de la orden ${nro_orden}`}</span>
				</button>
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
