import { Link } from 'react-router'
import type { AuditLine } from '#contract/staff/audit.ts'
import { listAudit } from '#contract/staff/operation-endpoints.ts'
import { requestTo } from '#web/session/api.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { auditEventText } from '#web/staff/order/audit-event-text.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { formatMoment } from '#web/ui/format-date.ts'

const kinds = [
	['', 'Todo'],
	['orden', 'Órdenes'],
	['usuario', 'Usuarios'],
	['producto', 'Productos'],
	['ajuste', 'Ajustes'],
] as const

const kindNames: Readonly<Record<string, string>> = { usuario: 'Usuario', producto: 'Producto', ajuste: 'Ajuste' }

function AuditRow({ line }: { line: AuditLine }) {
	const { linkWith } = usePanelAddress()
	const { action, change } = auditEventText(line)
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p>
					<span className="strong">{action}</span>
					{change && <span>{` · ${change}`}</span>}
				</p>
				<p className="muted small">{`${formatMoment(line.created_at)} · ${line.usuario ?? 'la tienda'}`}</p>
			</div>
			{line.tipo === 'orden' ? (
				<Link to={linkWith({ orden: line.ref })} className="link row-link">
					Ver la orden
				</Link>
			) : (
				<span className="muted small digits">{`${kindNames[line.tipo] ?? line.tipo} ${line.ref}`}</span>
			)}
		</li>
	)
}

/** The audit log of the shop, newest first. */
export function AuditSection() {
	const { text, page, change } = usePanelAddress()
	const list = useListPage(
		'auditoria',
		requestTo(listAudit, { query: { tipo: text('tipo'), page, page_size: pageSize } }),
	)
	return (
		<PanelSection name="auditoria">
			<fieldset className="chips">
				<legend className="visually-hidden">Mostrar</legend>
				{kinds.map(([tipo, label]) => (
					<button
						key={tipo}
						type="button"
						className="staff-action"
						aria-pressed={text('tipo') === tipo}
						onClick={() => change({ tipo })}
					>
						{label}
					</button>
				))}
			</fieldset>
			<PagedList list={list} what="cambios" emptyText="Aún no hay cambios que mostrar.">
				{(lines) => (
					<ol>
						{lines.map((line) => (
							<AuditRow key={line.id} line={line} />
						))}
					</ol>
				)}
			</PagedList>
		</PanelSection>
	)
}
