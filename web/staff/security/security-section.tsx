import { Link } from 'react-router'
import { listSecurity } from '#contract/staff/operation-endpoints.ts'
import type { SecurityEntry } from '#contract/staff/security.ts'
import { securityEvents } from '#domain/security/security-events.ts'
import { requestTo } from '#web/session/api.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { SearchForm } from '#web/staff/list/search-form.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { noFilter, SecurityFilters, securityFilterIn } from '#web/staff/security/security-filters.tsx'
import { formatMoment } from '#web/ui/format-date.ts'

const times = new Intl.NumberFormat('es-CL')

/** Returns the actor, the count, and the call or object of an event. */
function detailsOf({ por, veces, detalle }: SecurityEntry): string {
	const parts = [por && `por ${por}`, veces > 1 && `${times.format(veces)} veces en un minuto`, detalle]
	return parts.filter(Boolean).join(' · ')
}

function SecurityRow({ entry }: { entry: SecurityEntry }) {
	const { linkWith } = usePanelAddress()
	const { usuario, usuario_id, red } = entry
	const details = detailsOf(entry)
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p>
					<span className="strong">{securityEvents[entry.tipo].sentence}</span>
					{details && <span>{` · ${details}`}</span>}
				</p>
				<p className="muted small facts-line">
					<span>{formatMoment(entry.created_at)}</span>
					{usuario && usuario_id !== null ? (
						<Link to={linkWith({ ...noFilter, cuenta: usuario_id, pagina: '' })} className="link" preventScrollReset>
							{usuario}
						</Link>
					) : (
						<span>sin cuenta</span>
					)}
				</p>
			</div>
			{red ? (
				<Link to={linkWith({ ...noFilter, red, pagina: '' })} className="link row-link" preventScrollReset>
					{`Red ${red}`}
				</Link>
			) : (
				<span className="muted small">sin red</span>
			)}
		</li>
	)
}

/** The security log: logins, rejections, permission changes and exports, newest first. */
export function SecuritySection() {
	const { text, page, change } = usePanelAddress()
	const filter = securityFilterIn(text)
	const list = useListPage('seguridad', requestTo(listSecurity, { query: { ...filter, page, page_size: pageSize } }))
	const isFiltered = Object.values(filter).some((value) => value !== '')
	return (
		<PanelSection name="seguridad">
			<div className="staff-tools">
				<SearchForm
					label="Cuenta: su correo completo o su ID"
					placeholder="Correo o ID"
					value={text('cuenta')}
					onSearch={(cuenta) => change({ cuenta })}
				/>
				<SecurityFilters />
			</div>
			<PagedList
				list={list}
				what="sucesos"
				emptyText={isFiltered ? 'No hay sucesos con esta búsqueda.' : 'Aún no hay sucesos que mostrar.'}
				onShowAll={isFiltered ? () => change(noFilter) : undefined}
			>
				{(entries) => (
					<ol>
						{entries.map((entry) => (
							<SecurityRow key={entry.id} entry={entry} />
						))}
					</ol>
				)}
			</PagedList>
		</PanelSection>
	)
}
