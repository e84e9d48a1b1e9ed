import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { EffectsDialog } from '#core/web/edit/field-edit.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { Announcer, lazyPart, PartLoading, ShownSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { useOwnEmail } from '#modules/accounts/web/use-profile.ts'
import { panelHead, panelLines } from '#modules/slots/panel-head.ts'
import { panelSections } from '#modules/slots/panel-sections.ts'
import { listCases } from '#modules/staff-orders/endpoints.ts'
import { useVisitsFromList } from '#modules/staff-orders/web/back-to-list.ts'
import '#core/web/list/list.css'
import '#core/web/list/rows.css'
import '#core/web/edit/edit.css'
import '#modules/staff-products/web/products.css'
import '#modules/staff-orders/web/order.css'
import { useWide } from '#core/web/ui/hooks.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { type Tab, tabAt } from '#core/web/ui/tabs.tsx'

/** Number of sections in a phone's tab bar; the rest are under 'Más'. */
const dailySections = 4

const OrderScreen = lazyPart(async () => (await import('#modules/staff-orders/web/order-screen.tsx')).OrderScreen)

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

/** Adds the number of open cases to its tab. */
function useSectionTabs(): readonly PanelTab<string>[] {
	const { count } = useListPage('casos', (page) => requestTo(listCases, { query: { ...page, page: 1 } }))
	return panelSections.map((section) => ({ ...section, count: section.name === 'casos' ? count : 0 }))
}

/** The account's email, or what a module shows in its place. */
function PanelLine({ section }: { section: string }) {
	const email = useOwnEmail()
	return panelLines.reduce<ReactNode>(
		(usual, Line) => <Line key={Line.name} section={section} usual={usual} />,
		<p className="panel-line muted">{email}</p>,
	)
}

/** The staff's panel: the tab 'Admin' of the profile. */
export default function Panel() {
	useOwnDrafts()
	useVisitsFromList()
	const { query, go } = usePanelAddress()
	const tabs = useSectionTabs()
	const requested = query.get('seccion')
	const shown = panelSections.find(({ name }) => name === requested) ?? panelSections[0]
	const { name: chosen, Screen } = shown
	const order = query.get('orden')
	return (
		<div className="staff">
			<div className="staff-head">
				<div>
					<h2 className="title-m">Panel de Administrador</h2>
					<PanelLine section={chosen} />
				</div>
				{panelHead.map((Part) => (
					<Part key={Part.name} />
				))}
			</div>
			<SectionTabs sections={tabs} daily={dailySections} chosen={chosen} onChoose={go}>
				<Suspense key={order ?? chosen} fallback={<PartLoading />}>
					{order ? (
						<OrderScreen id={order} />
					) : (
						<ShownSection value={shown}>
							<Screen />
						</ShownSection>
					)}
				</Suspense>
			</SectionTabs>
			<Announcer part={order ?? chosen} />
			<EffectsDialog />
		</div>
	)
}

/** A tab with the number of pending items in its section. */
export interface PanelTab<Name extends string> extends Tab {
	readonly name: Name
	readonly count: number
}

interface SectionTabsProps<Name extends string> {
	readonly sections: readonly PanelTab<Name>[]
	/** Number of leading sections that a phone shows. */
	readonly daily: number
	readonly chosen: Name
	readonly onChoose: (name: Name) => void
	readonly children: ReactNode
}

interface SectionTabProps {
	readonly id: string
	readonly controls: string
	readonly isChosen: boolean
	readonly label: string
	readonly count: number
	readonly onChoose: () => void
}

/** The count loads late, so it is positioned outside the layout. */
function SectionTab({ id, controls, isChosen, label, count, onChoose }: SectionTabProps) {
	return (
		<button
			type="button"
			role="tab"
			id={id}
			aria-selected={isChosen}
			aria-controls={controls}
			tabIndex={isChosen ? 0 : -1}
			className="staff-tab"
			onClick={onChoose}
		>
			<span>{label}</span>
			{count > 0 && <span className="tab-count">{` ${count}`}</span>}
		</button>
	)
}

/** Opens the sections that do not fit on a phone. */
function MoreButton({ isOpen, controls, onToggle }: { isOpen: boolean; controls: string; onToggle: () => void }) {
	return (
		<button
			type="button"
			className="staff-tab staff-more"
			aria-expanded={isOpen}
			aria-controls={controls}
			onClick={onToggle}
		>
			Más
			<Icon name="down" />
		</button>
	)
}

interface SectionTabListProps<Name extends string> {
	readonly id: string
	readonly shown: SectionTabsProps<Name>['sections']
	readonly chosen: Name
	/** Moves the focus with the arrow keys. */
	readonly onMove: (name: Name) => void
	readonly onChoose: (name: Name) => void
}

function SectionTabList<Name extends string>(props: SectionTabListProps<Name>) {
	const { id, shown, chosen, onMove, onChoose } = props
	const list = useRef<HTMLDivElement>(null)
	const current = shown.findIndex(({ name }) => name === chosen)
	function onKeyDown(event: KeyboardEvent): void {
		const next = tabAt(event.key, current, shown.length)
		const section = next === undefined ? undefined : shown[next]
		if (next === undefined || !section) return
		event.preventDefault()
		onMove(section.name)
		list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
	}
	return (
		<div
			ref={list}
			role="tablist"
			id={`${id}-list`}
			aria-label="Secciones del panel"
			className="section-tab-list"
			onKeyDown={onKeyDown}
		>
			{shown.map(({ name, label, count }) => (
				<SectionTab
					key={name}
					id={`${id}-${name}`}
					controls={`${id}-section`}
					isChosen={name === chosen}
					label={label}
					count={count}
					onChoose={() => onChoose(name)}
				/>
			))}
		</div>
	)
}

/** Desktop: all sections. Phone: the daily ones, the chosen one, and 'Más' for the rest. */
export function SectionTabs<Name extends string>(props: SectionTabsProps<Name>) {
	const { sections, daily, chosen, onChoose, children } = props
	const id = useId()
	const isWide = useWide()
	const [isOpen, setOpen] = useState(false)
	const isAll = isWide || isOpen
	const shown = sections.filter(({ name }, at) => isAll || at < daily || name === chosen)

	function choose(name: Name): void {
		setOpen(false)
		onChoose(name)
	}
	return (
		<>
			<div className="staff-tabs">
				<SectionTabList id={id} shown={shown} chosen={chosen} onMove={onChoose} onChoose={choose} />
				{!isWide && <MoreButton isOpen={isOpen} controls={`${id}-list`} onToggle={() => setOpen(!isOpen)} />}
			</div>
			<div role="tabpanel" id={`${id}-section`} aria-labelledby={`${id}-${chosen}`} className="above-l can-shrink">
				{children}
			</div>
		</>
	)
}
