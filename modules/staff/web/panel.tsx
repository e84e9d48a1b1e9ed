import { Fragment, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { EffectsDialog } from '#core/web/edit/field-edit.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import {
	Announcer,
	lazyPart,
	PartLoading,
	panelQueryOf,
	ShownSection,
	usePanelAddress,
} from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { useOwnEmail } from '#modules/accounts/web/use-profile.ts'
import { panelHead, panelLines, panelWarnings } from '#modules/lists/web/panel-head.ts'
import { firstSection, type PanelSectionEntry, panelGroups } from '#modules/lists/web/panel-sections.ts'
import { listCases } from '#modules/orders/staff/endpoints.ts'
import { useVisitsFromList } from '#modules/orders/staff/web/back-to-list.ts'
import '#core/web/panel/panel.css'
import '#core/web/list/list.css'
import '#core/web/list/rows.css'
import '#core/web/edit/edit.css'
import '#modules/catalog/staff/web/products.css'
import '#modules/orders/staff/web/order.css'

const OrderScreen = lazyPart(async () => (await import('#modules/orders/staff/web/order-screen.tsx')).OrderScreen)

let draftsOwner: string | undefined

/** Discards drafts when another account logs in; drafts survive an expired session. */
function useOwnDrafts(): void {
	const email = useOwnEmail()
	useEffect(() => {
		if (email === undefined) return
		if (draftsOwner !== undefined && draftsOwner !== email) discardEdits()
		draftsOwner = email
	}, [email])
	useEffect(() => {
		const onLeave = (event: BeforeUnloadEvent) => {
			if (hasUnsaved()) event.preventDefault()
		}
		window.addEventListener('beforeunload', onLeave)
		return () => window.removeEventListener('beforeunload', onLeave)
	}, [])
}

/** The account's email, or what a module shows in its place. */
function PanelLine({ section }: { section: string }) {
	const email = useOwnEmail()
	return panelLines.reduce<ReactNode>(
		(usual, Line) => <Line key={Line.name} section={section} usual={usual} />,
		<p className="panel-line muted">{email}</p>,
	)
}

/** The section in the address. Addresses without one name an order or filters of orders, as in older mails. */
function shownSection(query: URLSearchParams): PanelSectionEntry {
	const isOrders = !query.has('seccion') && [...query.keys()].some((name) => name !== 'tab')
	const requested = isOrders ? 'ordenes' : query.get('seccion')
	return panelGroups.flatMap(({ sections }) => sections).find(({ name }) => name === requested) ?? firstSection
}

interface SectionLinkProps {
	readonly to: PanelSectionEntry
	readonly label?: string
	readonly isCurrent: boolean
	/** Number of open cases. */
	readonly cases: number
}

function SectionLink({ to: { name, label: own }, label = own, isCurrent, cases }: SectionLinkProps) {
	return (
		<Link to={`?${panelQueryOf(name)}`} className="panel-link" aria-current={isCurrent ? 'page' : undefined}>
			<span>{label}</span>
			{/* The count loads late, so it is positioned outside the layout. */}
			{cases > 0 && <span className="tab-count">{` ${cases}`}</span>}
		</Link>
	)
}

/** Number of groups in a phone's row. */
const dailyGroups = 4

/** Groups with a heading. The sections that are alone in theirs stand before the first heading. */
const namedGroups = panelGroups.filter(({ sections }) => sections.length > 1)
const loneSections = panelGroups.filter((group) => !namedGroups.includes(group)).flatMap(({ sections }) => sections)

/** Desktop: all sections, in groups. Phone: the daily groups, 'Más' for all, and below the sections of the shown group. */
function PanelNav({ shown }: { shown: PanelSectionEntry }) {
	const id = useId()
	const menu = useRef<HTMLDivElement>(null)
	const { key } = useLocation()
	const { count } = useListPage('casos', (page) => requestTo(listCases, { query: { ...page, page: 1 } }))
	// biome-ignore lint/correctness/useExhaustiveDependencies: every arrival somewhere closes the menu
	useEffect(() => menu.current?.hidePopover(), [key])
	const at = panelGroups.findIndex(({ sections }) => sections.includes(shown))
	const group = panelGroups[at]
	const isDaily = at < dailyGroups
	const casesIn = (sections: readonly PanelSectionEntry[]) =>
		sections.some(({ name }) => name === 'casos') ? count : 0
	const listOf = (sections: readonly PanelSectionEntry[], className: string) => (
		<ul className={className}>
			{sections.map((section) => (
				<li key={section.name}>
					<SectionLink to={section} isCurrent={section === shown} cases={casesIn([section])} />
				</li>
			))}
		</ul>
	)
	return (
		<nav aria-label="Secciones del panel" className="panel-nav">
			<ul className="panel-row">
				{panelGroups.slice(0, dailyGroups).map(({ label, sections: [first, ...others] }) => (
					<li key={label}>
						{first && (
							<SectionLink
								to={first}
								label={label}
								isCurrent={label === group?.label}
								cases={casesIn([first, ...others])}
							/>
						)}
					</li>
				))}
				<li>
					<button type="button" className="panel-link" data-current={!isDaily || undefined} popoverTarget={id}>
						Más
						<Icon name="down" />
					</button>
				</li>
			</ul>
			<div ref={menu} id={id} popover="auto" className="phone-menu panel-all">
				{listOf(loneSections, '')}
				{namedGroups.map(({ label, sections }) => (
					<Fragment key={label}>
						<p className="muted small">{label}</p>
						{listOf(sections, '')}
					</Fragment>
				))}
			</div>
			{group && (!isDaily || group.sections.length > 1) && listOf(group.sections, 'panel-row panel-sections')}
		</nav>
	)
}

/** The staff's panel: the tab 'Admin' of the profile. */
export default function Panel() {
	useOwnDrafts()
	useVisitsFromList()
	const { query } = usePanelAddress()
	const shown = shownSection(query)
	const { name, Screen } = shown
	const order = query.get('orden')
	return (
		<ShownSection value={shown}>
			<div className="staff">
				<div className="staff-head">
					<div className="staff-title">
						<h2>Panel de Administrador</h2>
						<PanelLine section={name} />
					</div>
					{panelHead.map((Part) => (
						<Part key={Part.name} isList={name === 'ordenes' && order === null} />
					))}
				</div>
				<PanelNav shown={shown} />
				<div className="panel-main can-shrink">
					{panelWarnings.map((Warning) => (
						<Warning key={Warning.name} />
					))}
					<Suspense key={order ?? name} fallback={<PartLoading />}>
						{order ? <OrderScreen id={order} /> : <Screen />}
					</Suspense>
				</div>
				<Announcer part={order ?? name} />
				<EffectsDialog />
			</div>
		</ShownSection>
	)
}
