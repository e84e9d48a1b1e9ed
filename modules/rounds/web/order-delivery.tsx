import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn } from '#core/rules/times.ts'
import { formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { awaitsHandover } from '#modules/orders/handover.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import {
	type DiaEntrega,
	type EstadoEntrega,
	estadoEntregaText,
	estadosEntrega,
	isOpenStop,
	motivoNoEntregaText,
} from '#modules/rounds/delivery-state.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import { sheetsLink } from '#modules/rounds/rounds.ts'

/** Every try to hand the order over: when, who was there, who took it, and the photos of the door. */
export function DeliveryTries({ detail: { entregas } }: { detail: OrderDetail }) {
	if (entregas.length === 0) return null
	return (
		<ol aria-label="Intentos de entrega" className="above-m stack loose">
			{entregas.map((delivery) => {
				const { hecha_at, ronda, ronda_id, repartidor, fotos } = delivery
				const cash = cashText(delivery)
				const facts = [outcomeText(delivery), cash && `cobrado ${cash}`].filter(Boolean).join(' · ')
				return (
					<li key={delivery.id} className="stack tighter">
						<p>
							<DeliveryStateBadge delivery={delivery} /> <Punctuality delivery={delivery} />{' '}
							{hecha_at && <span>{formatMoment(hecha_at)}</span>}
						</p>
						{facts && <p>{facts}</p>}
						<p className="muted small">
							<span>{`Hora prometida: ${windowText(delivery)}${repartidor ? ` · ${repartidor}` : ''} · `}</span>
							<Link to={`?${panelQuery({ seccion: 'reparto' })}&ronda=${ronda_id}`} className="link">
								{`Ronda ${ronda}`}
							</Link>
						</p>
						{fotos.length > 0 && (
							<p className="row loose">
								{fotos.map((address, at) => (
									<a key={address} href={address} target="_blank" rel="noreferrer" className="link row-link">
										<span>{`Foto ${at + 1}`}</span>
										<span className="visually-hidden"> de la puerta (se abre en otra pestaña)</span>
									</a>
								))}
							</p>
						)}
					</li>
				)
			})}
		</ol>
	)
}

/** Opens the printable label of an order that awaits its delivery. */
export function SheetLink({ detail }: { detail: OrderDetail }) {
	if (!awaitsHandover(detail)) return null
	return (
		<p>
			<Link to={sheetsLink([detail.nro_orden])} className="link">
				Imprimir la etiqueta de entrega
			</Link>
		</p>
	)
}

/** Says that the order is in the car now. */
export function OnTheWayNote({ detail }: { detail: OrderDetail }) {
	const stop = detail.entregas.find(({ estado }) => estado === 'en_ruta')
	if (!stop) return null
	return (
		<p>
			<strong>{`Va en camino ahora, en la ronda ${stop.ronda}.`}</strong> Quien reparte verá en su pantalla que ya no se
			entrega.
		</p>
	)
}

interface OrderWithDelivery {
	readonly entrega: EstadoEntrega | null
}

/** State of an order's delivery, if it has one. */
export function OrderDeliveryBadge({ order: { entrega } }: { order: OrderWithDelivery }) {
	return entrega && <Badge tone={toneOf[entrega]}>{estadoEntregaText[entrega]}</Badge>
}

export const deliveryNote = ({ entrega }: OrderWithDelivery): string | undefined =>
	entrega ? estadoEntregaText[entrega] : undefined

/** The views of the orders that wait to be delivered. */
export const deliveryViews = [
	{ name: 'Por entregar hoy', filter: { entrega: 'hoy' } },
	{ name: 'Para otro día', filter: { entrega: 'otro_dia' } },
] as const satisfies readonly { readonly name: string; readonly filter: { readonly entrega: DiaEntrega } }[]

/** Filters orders by the state of their delivery. */
export const deliveryChoice = {
	param: 'entrega',
	label: 'Entrega',
	options: [
		['', 'Todos'],
		...deliveryViews.map(({ name, filter }) => [filter.entrega, name] as const),
		...estadosEntrega.map((estado) => [estado, estadoEntregaText[estado]] as const),
	],
} as const

/** State of one delivery attempt; `Cancelada` when the order was cancelled before the visit. */
export function DeliveryStateBadge({ delivery }: { delivery: DeliveryFacts }) {
	return <Badge tone={toneOf[delivery.estado]}>{deliveryStateText(delivery)}</Badge>
}

export function Punctuality({ delivery }: { delivery: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'> }) {
	const text = punctualityText(delivery)
	const tone = delivery.atrasada ? 'danger' : delivery.adelantada ? 'warn' : 'ok'
	return text && <Badge tone={tone}>{text}</Badge>
}

/** The badge tone of a delivery state. */
const toneOf: Readonly<Record<EstadoEntrega, 'info' | 'ok' | 'warn'>> = {
	por_preparar: 'info',
	en_ruta: 'info',
	entregada: 'ok',
	no_entregada: 'warn',
}

/** Formats the promised time range without its day: `15:20–16:20`. */
export const hoursText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatHour(desde)}–${formatHour(hasta)}`

/** Formats the time of the visit, with its day when it differs from the promised day. */
export function visitTimeText({ desde, hecha_at }: Pick<Delivery, 'desde' | 'hecha_at'>): string {
	if (hecha_at === null) return '-'
	return dayIn(new Date(hecha_at)) === dayIn(new Date(desde)) ? formatHour(hecha_at) : formatMoment(hecha_at)
}

/** Formats the promised time range with its day: `25 nov 2026, 15:20–16:20`. */
export const windowText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatMoment(desde)}–${formatHour(hasta)}`

/** Returns the state's name. A stop whose order was cancelled before the visit is not a failed attempt. */
export function deliveryStateText({ estado, motivo, orden_estado }: DeliveryFacts): string {
	const isCancelled = motivo === 'cancelada' || (isOpenStop(estado) && orden_estado === 'cancelado')
	return isCancelled ? motivoNoEntregaText.cancelada : estadoEntregaText[estado]
}
type DeliveryFacts = Pick<Delivery, 'estado' | 'motivo' | 'orden_estado'>

/** Returns the punctuality; undefined for an open or failed stop that is not late. */
export function punctualityText(delivery: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'>): string | undefined {
	const { estado, atrasada, adelantada } = delivery
	if (adelantada) return 'Antes'
	if (atrasada) return isOpenStop(estado) ? 'Va tarde' : 'Tarde'
	return estado === 'entregada' ? 'A tiempo' : undefined
}

/** Returns the recipient, or the reason and note of a failed attempt. */
export function outcomeText({ recibe, motivo, nota }: Pick<Delivery, 'recibe' | 'motivo' | 'nota'>): string {
	return [recibe && `Recibe ${recibe}`, motivo && motivo !== 'cancelada' && motivoNoEntregaText[motivo], nota]
		.filter(Boolean)
		.join(' · ')
}

/** Returns the collected cash and change, or an empty string. */
export function cashText({ cobrado, vuelto }: Pick<Delivery, 'cobrado' | 'vuelto'>): string {
	if (cobrado === null) return ''
	return vuelto ? `${formatClp(cobrado)} (vuelto ${formatClp(vuelto)})` : formatClp(cobrado)
}
