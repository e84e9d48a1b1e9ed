import { securityEventKinds } from '#core/rules/audit-actions.ts'
import { ChoiceField, DayFields } from '#core/web/list/filters.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection, usePanelAddress, without } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import type { Options } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { listSecurity } from '#modules/security-trail/endpoints.ts'
import { securityEvents } from '#modules/security-trail/security-events.ts'
import type { SecurityEntry } from '#modules/security-trail/shapes.ts'

const times = new Intl.NumberFormat('es-CL')

/** Returns the actor, the count, and the call or object of an event. */
function detailsOf({ por, veces, detalle }: SecurityEntry): string {
	const parts = [por && `por ${por}`, veces > 1 && `${times.format(veces)} veces en un minuto`, detalle]
	return parts.filter(Boolean).join(' · ')
}

function SecurityLine({ entry }: { entry: SecurityEntry }) {
	const { usuario, usuario_id, red } = entry
	const details = detailsOf(entry)
	return (
		<>
			<div className="can-shrink">
				<p>
					<span className="strong">{securityEvents[entry.tipo].sentence}</span>
					{details && <span>{` · ${details}`}</span>}
				</p>
				<p className="muted small facts-line">
					<span>{formatMoment(entry.created_at)}</span>
					{usuario && usuario_id !== null ? (
						<PanelLink to={{ ...without(filters), cuenta: usuario_id, pagina: '' }} className="link" preventScrollReset>
							{usuario}
						</PanelLink>
					) : (
						<span>sin cuenta</span>
					)}
				</p>
			</div>
			{red ? (
				<PanelLink to={{ ...without(filters), red, pagina: '' }} className="link row-link" preventScrollReset>
					{`Red ${red}`}
				</PanelLink>
			) : (
				<span className="muted small">sin red</span>
			)}
		</>
	)
}

/** The security log: logins, rejections, permission changes and exports, newest first. */
export default function SecuritySection() {
	const { texts } = usePanelAddress()
	const list = useListPage('seguridad', (page) => requestTo(listSecurity, { query: { ...texts(filters), ...page } }))
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="sucesos"
				search={{ param: 'cuenta', label: 'Cuenta: su correo completo o su ID', placeholder: 'Correo o ID' }}
				tools={<SecurityFilters />}
				clears={filters}
				empty="Aún no hay sucesos que mostrar."
				emptyFiltered="No hay sucesos con esta búsqueda."
				line={(entry) => <SecurityLine entry={entry} />}
			/>
		</PanelSection>
	)
}

export const filters = ['cuenta', 'tipo', 'red', 'desde', 'hasta'] as const

const kinds: Options = [
	['', 'Todo'],
	...securityEventKinds.map((kind) => [kind, securityEvents[kind].sentence] as const),
]

export function SecurityFilters() {
	const { text, change } = usePanelAddress()
	return (
		<div className="staff-filter-row stack">
			<ChoiceField param="tipo" label="Qué pasó" options={kinds} />
			<DayFields />
			{text('red') !== '' && (
				<button type="button" className="staff-action" onClick={() => change({ red: '' })}>
					<span className="visually-hidden">Quitar el filtro: </span>
					<span>{`Red ${text('red')}`}</span>
					<Icon name="close" />
				</button>
			)}
		</div>
	)
}
