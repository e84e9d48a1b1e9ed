import { Link } from 'react-router'
import { panelQueryOf } from '#core/web/panel/panel-parts.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { DeliveryStateBadge, Punctuality } from '#modules/rounds/web/deliveries/delivery-badges.tsx'
import { cashText, outcomeText, windowText } from '#modules/rounds/web/deliveries/delivery-text.ts'
import { sheetsLink } from '#modules/rounds/web/sheets/sheets-link.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

type Try = OrderDetail['entregas'][number]

function roundLink(id: string): string {
	const query = panelQueryOf('reparto')
	query.set('ronda', id)
	return `?${query.toString()}`
}

/** The photos of a door, each by a link that expires. */
function Photos({ fotos }: { fotos: readonly string[] }) {
	return fotos.map((address, at) => (
		<a key={address} href={address} target="_blank" rel="noreferrer" className="link row-link">
			<span>{`Foto ${at + 1}`}</span>
			<span className="visually-hidden"> de la puerta (se abre en otra pestaña)</span>
		</a>
	))
}

function DeliveryTry({ delivery }: { delivery: Try }) {
	const { hecha_at, ronda, ronda_id, repartidor, fotos } = delivery
	const cash = cashText(delivery)
	const facts = [outcomeText(delivery), cash && `cobrado ${cash}`].filter(Boolean).join(' · ')
	return (
		<li className="stack tighter">
			<p>
				<DeliveryStateBadge delivery={delivery} /> <Punctuality delivery={delivery} />{' '}
				{hecha_at && <span>{formatMoment(hecha_at)}</span>}
			</p>
			{facts && <p>{facts}</p>}
			<p className="muted small">
				<span>{`Hora prometida: ${windowText(delivery)}${repartidor ? ` · ${repartidor}` : ''} · `}</span>
				<Link to={roundLink(ronda_id)} className="link">
					{`Ronda ${ronda}`}
				</Link>
			</p>
			{fotos.length > 0 && (
				<p className="row loose">
					<Photos fotos={fotos} />
				</p>
			)}
		</li>
	)
}

/** Every try to hand the order over: when, who was there, who took it, and the photos of the door. */
export function DeliveryTries({ detail: { entregas } }: { detail: OrderDetail }) {
	if (entregas.length === 0) return null
	return (
		<ol aria-label="Intentos de entrega" className="above-m stack loose">
			{entregas.map((delivery) => (
				<DeliveryTry key={delivery.id} delivery={delivery} />
			))}
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
