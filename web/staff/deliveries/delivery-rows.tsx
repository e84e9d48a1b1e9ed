import { Link } from 'react-router'
import type { Delivery } from '#contract/staff/deliveries.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { formatDireccion } from '#domain/delivery/delivery.ts'
import { DeliveryStateBadge, Punctuality } from '#web/staff/deliveries/delivery-badges.tsx'
import { cashText, hoursText, outcomeText, visitTimeText, windowText } from '#web/staff/deliveries/delivery-text.ts'
import { FoldCard } from '#web/staff/list/fold-card.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { formatDay, formatMoment } from '#web/ui/format-date.ts'

const addressText = ({ direccion }: Delivery) => formatDireccion(direccion) || 'Sin dirección'

function DeliveryRow({ delivery }: { delivery: Delivery }) {
	const { linkWith } = usePanelAddress()
	return (
		<tr>
			<th scope="row">
				<Link to={linkWith({ orden: delivery.orden_id })} className="staff-open">
					<span className="link strong digits">{delivery.nro_orden}</span>
				</Link>
			</th>
			<td>
				<span className="staff-clip one-line">{delivery.nombre || 'Sin nombre'}</span>
				<span className="staff-sub staff-clip one-line" title={addressText(delivery)}>
					{addressText(delivery)}
				</span>
			</td>
			<td>
				<span className="digits">{hoursText(delivery)}</span>
				<span className="staff-sub">{formatDay(dayIn(new Date(delivery.desde)))}</span>
			</td>
			<td>
				<span className="row tighter">
					<DeliveryStateBadge delivery={delivery} />
					<Punctuality delivery={delivery} />
				</span>
			</td>
			<td>
				<span className="digits">{visitTimeText(delivery)}</span>
				<span className="staff-sub staff-clip one-line" title={outcomeText(delivery)}>
					{outcomeText(delivery)}
				</span>
			</td>
			<td>
				<span className="digits">{cashText(delivery) || '-'}</span>
			</td>
			<td>
				<Link to={linkWith({ ronda: delivery.ronda_id })} className="staff-open">
					<span className="link">{`Ronda ${delivery.ronda}`}</span>
					<span className="staff-sub staff-clip one-line" title={delivery.repartidor ?? undefined}>
						{delivery.repartidor}
					</span>
				</Link>
			</td>
		</tr>
	)
}

export function DeliveriesTable({ deliveries }: { deliveries: readonly Delivery[] }) {
	return (
		<div className="staff-scroll">
			<table className="staff-table">
				<caption className="visually-hidden">Entregas</caption>
				<thead>
					<tr>
						<th scope="col">Orden</th>
						<th scope="col">Cliente</th>
						<th scope="col">Hora prometida</th>
						<th scope="col">Estado</th>
						<th scope="col">En la puerta</th>
						<th scope="col">Cobrado</th>
						<th scope="col">Ronda</th>
					</tr>
				</thead>
				<tbody>
					{deliveries.map((delivery) => (
						<DeliveryRow key={delivery.id} delivery={delivery} />
					))}
				</tbody>
			</table>
		</div>
	)
}

/** A delivery on a phone: order, address and state, with the rest in a disclosure. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
	const { linkWith } = usePanelAddress()
	const facts = [
		['Hora prometida', windowText(delivery)],
		['En la puerta', delivery.hecha_at && formatMoment(delivery.hecha_at)],
		['Cómo terminó', outcomeText(delivery)],
		['Cobrado', cashText(delivery)],
		['Repartidor', delivery.repartidor],
	].filter(([, value]) => value)
	return (
		<FoldCard
			head={
				<>
					<span className="one-line can-shrink">
						<span className="strong digits">{`#${delivery.nro_orden}`}</span>
						<span>{` ${delivery.nombre}`}</span>
					</span>
					<DeliveryStateBadge delivery={delivery} />
					<span className="fold-sub one-line">{addressText(delivery)}</span>
					<Punctuality delivery={delivery} />
				</>
			}
		>
			<dl className="fold-list">
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<div className="row tight">
				<Link to={linkWith({ orden: delivery.orden_id })} className="button button-outline">
					Ver la orden<span className="visually-hidden">{` ${delivery.nro_orden}`}</span>
				</Link>
				<Link to={linkWith({ ronda: delivery.ronda_id })} className="button button-outline">
					{`Ronda ${delivery.ronda}`}
				</Link>
			</div>
		</FoldCard>
	)
}
