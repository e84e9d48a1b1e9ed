import { dayIn } from '#core/rules/times.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Money } from '#core/web/ui/parts.tsx'
import { attentionText } from '#modules/orders/case-text.ts'
import { listCases } from '#modules/orders/staff/endpoints.ts'
import { owedText } from '#modules/orders/staff/web/money-text.ts'
import { EstadoBadge } from '#modules/orders/staff/web/order-parts.tsx'

/** Orders that need a decision of staff, with the reasons. */
export default function CasesSection() {
	const list = useListPage('casos', (page) => requestTo(listCases, { query: page }))
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="casos"
				empty="Ninguna orden necesita tu atención."
				line={(order) => (
					<>
						<div className="can-shrink">
							<p className="strong">{attentionText(order.atencion)}</p>
							{order.devolver_hasta && <p>{owedText(order.por_devolver, order.devolver_hasta, dayIn(new Date()))}</p>}
							<p className="muted small">
								<span>{`${order.nombre || order.email} · ${formatMoment(order.created_at)} · `}</span>
								<Money amount={order.total} />
							</p>
							<PanelLink to={{ orden: order.id }} className="link row-link">
								{`Ver la orden ${order.nro_orden}`}
							</PanelLink>
						</div>
						<EstadoBadge estado={order.estado} />
					</>
				)}
			/>
		</PanelSection>
	)
}
