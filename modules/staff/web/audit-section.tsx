import type { AuditLine } from '#core/contract/audit.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { auditEventText } from '#modules/orders/staff/web/audit-event-text.ts'
import { listAudit } from '#modules/staff/endpoints.ts'

const kinds = [
	['', 'Todo'],
	['orden', 'Órdenes'],
	['usuario', 'Usuarios'],
	['producto', 'Productos'],
	['ajuste', 'Ajustes'],
	['dia', 'Cierres'],
	['solicitud', 'Solicitudes'],
] as const

const kindNames: Readonly<Record<string, string>> = {
	usuario: 'Usuario',
	producto: 'Producto',
	ajuste: 'Ajuste',
	dia: 'Día',
	solicitud: 'Solicitud',
}

function AuditEntry({ line }: { line: AuditLine }) {
	const { action, change } = auditEventText(line)
	return (
		<>
			<div className="can-shrink">
				<p>
					<span className="strong">{action}</span>
					{change && <span>{` · ${change}`}</span>}
				</p>
				<p className="muted small">{`${formatMoment(line.created_at)} · ${line.usuario ?? 'la tienda'}`}</p>
			</div>
			{line.tipo === 'orden' ? (
				<PanelLink to={{ orden: line.ref }} className="link row-link">
					Ver la orden
				</PanelLink>
			) : (
				<span className="muted small digits">{`${kindNames[line.tipo] ?? line.tipo} ${line.ref}`}</span>
			)}
		</>
	)
}

export default function AuditSection() {
	const { text } = usePanelAddress()
	const list = useListPage('auditoria', (page) => requestTo(listAudit, { query: { tipo: text('tipo'), ...page } }))
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="cambios"
				chips={{ param: 'tipo', options: kinds }}
				empty="Aún no hay cambios que mostrar."
				line={(line) => <AuditEntry line={line} />}
			/>
		</PanelSection>
	)
}
