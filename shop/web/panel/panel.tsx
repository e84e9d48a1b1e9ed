import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { EffectsDialog } from '#core/web/edit/field-edit.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { Announcer, lazyPart, PartLoading, ShownSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { useWide } from '#core/web/ui/hooks.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { type Tab, TabList } from '#core/web/ui/tabs.tsx'
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
function useSectionTabs(): readonly PanelTab[] {
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

/** A section's tab, with the number of pending items in it. */
interface PanelTab extends Tab {
	readonly count: number
}

interface SectionTabsProps {
	readonly sections: readonly PanelTab[]
	readonly chosen: string
	readonly onChoose: (name: string) => void
	readonly children: ReactNode
}

/** Desktop: all sections. Phone: the daily ones, the chosen one, and 'Más' for the rest. */
function SectionTabs({ sections, chosen, onChoose, children }: SectionTabsProps) {
	const id = useId()
	const isWide = useWide()
	const [isOpen, setOpen] = useState(false)
	const isAll = isWide || isOpen
	const tabs = sections.filter(({ name }, at) => isAll || at < dailySections || name === chosen)

	function choose(name: string): void {
		setOpen(false)
		onChoose(name)
	}
	return (
		<>
			<div className="staff-tabs">
				<TabList
					id={id}
					label="Secciones del panel"
					className="section-tab-list"
					tabClass="staff-tab"
					tabs={tabs}
					chosen={chosen}
					onMove={onChoose}
					onChoose={choose}
				>
					{/* The count loads late, so it is positioned outside the layout. */}
					{({ label, count }) => (
						<>
							<span>{label}</span>
							{count > 0 && <span className="tab-count">{` ${count}`}</span>}
						</>
					)}
				</TabList>
				{!isWide && (
					<button
						type="button"
						className="staff-tab staff-more"
						aria-expanded={isOpen}
						aria-controls={`${id}-list`}
						onClick={() => setOpen(!isOpen)}
					>
						Más
						<Icon name="down" />
					</button>
				)}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="above-l can-shrink">
				{children}
			</div>
		</>
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
			<SectionTabs sections={tabs} chosen={chosen} onChoose={go}>
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
