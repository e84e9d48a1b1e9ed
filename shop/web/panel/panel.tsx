import { type ReactNode, Suspense, useEffect } from 'react'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { EffectsDialog } from '#core/web/edit/effects-dialog.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { Announcer } from '#core/web/panel/announcer.tsx'
import { lazyPart, PartLoading } from '#core/web/panel/lazy-part.tsx'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { ShownSection } from '#core/web/panel/panel-section.tsx'
import { type PanelTab, SectionTabs } from '#core/web/panel/section-tabs.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { useOwnEmail } from '#modules/accounts/web/use-profile.ts'
import { panelHead, panelLines } from '#modules/slots/panel-head.ts'
import { panelSections } from '#modules/slots/panel-sections.ts'
import { listCases } from '#modules/staff-orders/endpoints.ts'
import { useVisitsFromList } from '#modules/staff-orders/web/back-to-list.ts'
import '#core/web/panel/staff.css'
import '#core/web/list/list.css'
import '#core/web/list/tables.css'
import '#core/web/list/cards.css'
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
