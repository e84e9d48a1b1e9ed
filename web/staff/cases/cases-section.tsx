import type { Case } from '#contract/staff/cases.ts'
import { listCases } from '#contract/staff/order-endpoints.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { requestTo } from '#web/session/api.ts'
import { ListPage } from '#web/staff/list/list-page.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { owedText } from '#web/staff/orders/money-text.ts'
import { attentionText } from '#web/staff/orders/order-fields.ts'
import { EstadoBadge } from '#web/staff/orders/order-parts.tsx'
import { PanelLink } from '#web/staff/panel-link.tsx'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Money } from '#web/ui/money.tsx'

function CaseLine({ order }: { order: Case }) {
	return (
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
	)
}

/** Orders that need a decision of staff, with the reasons. */
export function CasesSection() {
	const list = useListPage('casos', (page) => requestTo(listCases, { query: page }))
	return (
		<PanelSection name="casos">
			<ListPage
				list={list}
				rowKey="id"
				what="casos"
				empty="Ninguna orden necesita tu atención."
				line={(order) => <CaseLine order={order} />}
			/>
		</PanelSection>
	)
}
