import { type ComponentType, Suspense, useEffect } from 'react'
import { listCases } from '#contract/staff/order-endpoints.ts'
import { requestTo } from '#web/session/api.ts'
import { Announcer } from '#web/staff/announcer.tsx'
import { discardEdits, hasUnsaved } from '#web/staff/edit/edits-store.ts'
import { EffectsDialog } from '#web/staff/edit/effects-dialog.tsx'
import { PanelLine } from '#web/staff/first-day/panel-line.tsx'
import { lazyPart, PartLoading } from '#web/staff/lazy-part.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { useVisitsFromList } from '#web/staff/order/back-to-list.ts'
import { useOwnEmail } from '#web/staff/own-email.ts'
import { dailySections, type SectionName, sectionIn, sections, usePanelAddress } from '#web/staff/panel-address.ts'
import { usePanelManifest } from '#web/staff/push/panel-manifest.ts'
import { useBoundDevice } from '#web/staff/push/use-push-devices.ts'
import { OrderSearchBox } from '#web/staff/search/order-search.tsx'
import { type PanelTab, SectionTabs } from '#web/staff/section-tabs.tsx'
import { discardSettingDrafts, hasSettingDrafts } from '#web/staff/settings/setting-drafts.ts'
import '#web/staff/staff.css'
import '#web/staff/list/list.css'
import '#web/staff/list/tables.css'
import '#web/staff/list/cards.css'
import '#web/staff/edit/edit.css'
import '#web/staff/products/products.css'
import '#web/staff/stock/stock.css'
import '#web/staff/order/order.css'
import '#web/staff/numbers/numbers.css'

/** One chunk per section: a courier on a slow connection loads only the rounds. */
const screens: Readonly<Record<SectionName, ComponentType>> = {
	ordenes: lazyPart(async () => (await import('#web/staff/orders/orders-section.tsx')).OrdersSection),
	usuarios: lazyPart(async () => (await import('#web/staff/users/users-section.tsx')).UsersSection),
	productos: lazyPart(async () => (await import('#web/staff/products/products-section.tsx')).ProductsSection),
	stock: lazyPart(async () => (await import('#web/staff/stock/stock-section.tsx')).StockSection),
	reparto: lazyPart(async () => (await import('#web/staff/rounds/deliveries-section.tsx')).DeliveriesSection),
	casos: lazyPart(async () => (await import('#web/staff/cases/cases-section.tsx')).CasesSection),
	numeros: lazyPart(async () => (await import('#web/staff/numbers/numbers-section.tsx')).NumbersSection),
	cupones: lazyPart(async () => (await import('#web/staff/coupons/coupons-section.tsx')).CouponsSection),
	trabajos: lazyPart(async () => (await import('#web/staff/jobs/jobs-section.tsx')).JobsSection),
	auditoria: lazyPart(async () => (await import('#web/staff/audit/audit-section.tsx')).AuditSection),
	seguridad: lazyPart(async () => (await import('#web/staff/security/security-section.tsx')).SecuritySection),
	avisos: lazyPart(async () => (await import('#web/staff/push/push-section.tsx')).PushSection),
	ajustes: lazyPart(async () => (await import('#web/staff/settings/settings-section.tsx')).SettingsSection),
	primer_dia: lazyPart(async () => (await import('#web/staff/first-day/first-day-section.tsx')).FirstDaySection),
}
const OrderScreen = lazyPart(async () => (await import('#web/staff/order/order-screen.tsx')).OrderScreen)

let draftsOwner: string | undefined

/** Discards drafts when another account logs in; drafts survive an expired session. */
function useOwnDrafts(): void {
	const email = useOwnEmail()
	useEffect(() => {
		if (email === undefined) return
		if (draftsOwner !== undefined && draftsOwner !== email) {
			discardEdits()
			discardSettingDrafts()
		}
		draftsOwner = email
	}, [email])
	useEffect(() => {
		const onLeave = (event: BeforeUnloadEvent) => {
			if (hasUnsaved() || hasSettingDrafts()) event.preventDefault()
		}
		window.addEventListener('beforeunload', onLeave)
		return () => window.removeEventListener('beforeunload', onLeave)
	}, [])
}

/** Adds the number of open cases to its tab. */
function useSectionTabs(): readonly PanelTab<SectionName>[] {
	const { count } = useListPage('casos', (page) => requestTo(listCases, { query: { ...page, page: 1 } }))
	return sections.map((section) => ({ ...section, count: section.name === 'casos' ? count : 0 }))
}

/** The staff's panel: the tab 'Admin' of the profile. */
export default function Panel() {
	useOwnDrafts()
	useVisitsFromList()
	usePanelManifest()
	useBoundDevice()
	const { query, go } = usePanelAddress()
	const tabs = useSectionTabs()
	const chosen = sectionIn(query)
	const Screen = screens[chosen]
	const order = query.get('orden')
	return (
		<div className="staff">
			<div className="staff-head">
				<div>
					<h2 className="title-m">Panel de Administrador</h2>
					<PanelLine isListOpen={chosen === 'primer_dia'} />
				</div>
				<OrderSearchBox />
			</div>
			<SectionTabs sections={tabs} daily={dailySections} chosen={chosen} onChoose={go}>
				<Suspense key={order ?? chosen} fallback={<PartLoading />}>
					{order ? <OrderScreen id={order} /> : <Screen />}
				</Suspense>
			</SectionTabs>
			<Announcer part={order ?? chosen} />
			<EffectsDialog />
		</div>
	)
}
