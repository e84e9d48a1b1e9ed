import { Link } from 'react-router'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { estadoBadge, estadoText } from '#domain/orders/estado.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { useStaffList } from '#web/staff/list/use-staff-list.ts'
import { attentionText, estadoTone } from '#web/staff/orders/order-fields.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Money } from '#web/ui/money.tsx'

/** The orders that a person has to look at, each with the reason. */
export function CasesSection() {
	const { page, linkWith } = usePanelAddress()
	const list = useStaffList<StaffOrder>('casos', '/api/admin_casos/', { page })
	return (
		<PanelSection name="casos">
			<PagedList list={list} what="casos" emptyText="Ninguna orden necesita tu atención.">
				{(orders) => (
					<ul>
						{orders.map((order) => (
							<li key={order.id} className="staff-row">
								<div className="min-w-0">
									<p className="font-semibold">{attentionText(order.atencion)}</p>
									<p className="text-muted text-s break-words">
										<span>{`${order.nombre || order.email} · ${formatMoment(order.created_at)} · `}</span>
										<Money amount={order.total} />
									</p>
									<Link to={linkWith({ orden: order.id })} className="link row-link">
										{`Ver la orden ${order.nro_orden}`}
									</Link>
								</div>
								<Badge tone={estadoTone(order.estado)} className={estadoBadge(order.estado)}>
									{estadoText(order.estado)}
								</Badge>
							</li>
						))}
					</ul>
				)}
			</PagedList>
		</PanelSection>
	)
}
