import { Link } from 'react-router'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { estadoBadge, estadoText } from '#domain/orders/estado.ts'
import { estadoEntregaText } from '#domain/rounds/delivery-state.ts'
import { ProofLinks } from '#web/orders/proof-links.tsx'
import { FoldCard } from '#web/staff/list/fold-card.tsx'
import { MoneyBadge } from '#web/staff/orders/money-badge.tsx'
import { estadoTone } from '#web/staff/orders/order-fields.ts'
import { OrderFields } from '#web/staff/orders/orders-table.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Money } from '#web/ui/money.tsx'

/** An order on a phone: number, state and amount; opened, everything that can be changed. */
export function OrderCard({ order }: { order: StaffOrder }) {
	const { linkWith } = usePanelAddress()
	return (
		<FoldCard
			head={
				<>
					<span className="one-line can-shrink">
						<span className="strong digits">{`#${order.nro_orden}`}</span>
						<span>{` ${order.nombre}`}</span>
					</span>
					<Badge tone={estadoTone(order.estado)} className={estadoBadge(order.estado)}>
						{estadoText(order.estado)}
					</Badge>
					<span className="fold-sub one-line">
						{`${order.entrega ? `${estadoEntregaText[order.entrega]} · ` : ''}${formatMoment(order.created_at)}`}
					</span>
					<span className="at-end">
						<Money amount={order.total} className="strong" /> <MoneyBadge order={order} />
					</span>
				</>
			}
		>
			<OrderFields order={order} />
			<dl className="fold-list">
				<div>
					<dt>Usuario ID</dt>
					<dd className="digits">{order.user ?? '-'}</dd>
				</div>
				<div>
					<dt>Cliente</dt>
					<dd>{order.nombre || order.email}</dd>
				</div>
				{order.comprobantes_descarga.length > 0 && (
					<div>
						<dt>Comprobantes</dt>
						<dd>
							<ProofLinks order={order} />
						</dd>
					</div>
				)}
			</dl>
			<Link to={linkWith({ orden: order.id })} className="button button-outline">
				Ver la orden<span className="visually-hidden">{` ${order.nro_orden}`}</span>
			</Link>
		</FoldCard>
	)
}
