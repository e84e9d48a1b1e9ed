import { Link } from 'react-router'
import { listCases } from '#contract/staff/order-endpoints.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { estadoBadge, estadoText } from '#domain/orders/estado.ts'
import { requestTo } from '#web/session/api.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { owedText } from '#web/staff/orders/money-text.ts'
import { attentionText, estadoTone } from '#web/staff/orders/order-fields.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Money } from '#web/ui/money.tsx'

/** Orders that need a decision of staff, with the reasons. */
export function CasesSection() {
	const { page, linkWith } = usePanelAddress()
	const today = dayIn(new Date())
	const list = useListPage('casos', requestTo(listCases, { query: { page, page_size: pageSize } }))
	return (
		<PanelSection name="casos">
			<PagedList list={list} what="casos" emptyText="Ninguna orden necesita tu atención.">
				{(orders) => (
					<ul>
						{orders.map((order) => (
							<li key={order.id} className="staff-row">
								<div className="can-shrink">
									<p className="strong">{attentionText(order.atencion)}</p>
									{order.devolver_hasta && <p>{owedText(order.por_devolver, order.devolver_hasta, today)}</p>}
									<p className="muted small">
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
