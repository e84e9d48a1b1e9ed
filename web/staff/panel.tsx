import { useEffect } from 'react'
import { Announcer } from '#web/staff/announcer.tsx'
import { AuditSection } from '#web/staff/audit/audit-section.tsx'
import { CasesSection } from '#web/staff/cases/cases-section.tsx'
import { CouponsSection } from '#web/staff/coupons/coupons-section.tsx'
import { discardEdits, hasUnsaved } from '#web/staff/edit/edits-store.ts'
import { FirstDayNotice } from '#web/staff/first-day/first-day-notice.tsx'
import { FirstDaySection } from '#web/staff/first-day/first-day-section.tsx'
import { JobsSection } from '#web/staff/jobs/jobs-section.tsx'
import { useStaffList } from '#web/staff/list/use-staff-list.ts'
import { NumbersSection } from '#web/staff/numbers/numbers-section.tsx'
import { useVisitsFromList } from '#web/staff/order/back-to-list.ts'
import { OrderScreen } from '#web/staff/order/order-screen.tsx'
import { OrdersSection } from '#web/staff/orders/orders-section.tsx'
import { useOwnEmail } from '#web/staff/own-email.ts'
import { dailySections, type SectionName, sectionIn, sections, usePanelAddress } from '#web/staff/panel-address.ts'
import { ProductsSection } from '#web/staff/products/products-section.tsx'
import { usePanelManifest } from '#web/staff/push/panel-manifest.ts'
import { PushSection } from '#web/staff/push/push-section.tsx'
import { useBoundDevice } from '#web/staff/push/use-push-devices.ts'
import { DeliveriesSection } from '#web/staff/rounds/deliveries-section.tsx'
import { OrderSearchBox } from '#web/staff/search/order-search.tsx'
import { SectionTabs } from '#web/staff/section-tabs.tsx'
import { SecuritySection } from '#web/staff/security/security-section.tsx'
import { SettingsSection } from '#web/staff/settings/settings-section.tsx'
import { StockSection } from '#web/staff/stock/stock-section.tsx'
import { UsersSection } from '#web/staff/users/users-section.tsx'
import '#web/staff/staff.css'
import '#web/staff/list/list.css'
import '#web/staff/list/tables.css'
import '#web/staff/list/cards.css'
import '#web/staff/edit/edit.css'
import '#web/staff/products/products.css'
import '#web/staff/stock/stock.css'
import '#web/staff/order/order.css'
import '#web/staff/numbers/numbers.css'

const screens: Readonly<Record<SectionName, () => React.ReactNode>> = {
	ordenes: OrdersSection,
	usuarios: UsersSection,
	productos: ProductsSection,
	stock: StockSection,
	reparto: DeliveriesSection,
	casos: CasesSection,
	numeros: NumbersSection,
	cupones: CouponsSection,
	trabajos: JobsSection,
	auditoria: AuditSection,
	seguridad: SecuritySection,
	avisos: PushSection,
	ajustes: SettingsSection,
	primer_dia: FirstDaySection,
}

let draftsOwner: string | undefined

/** Drafts outlive a lost session, but not a change of the person who wrote them. */
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

/** The sections as their tabs name them: the cases with how many wait. */
function useSectionTabs(): readonly { readonly name: SectionName; readonly label: string }[] {
	const { page } = useStaffList<unknown>('casos', '/api/admin_casos/', { page: 1 })
	return sections.map(({ name, label }) => ({
		name,
		label: name === 'casos' && page.count > 0 ? `${label} (${page.count})` : label,
	}))
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
				<h2 className="title-m">Panel de Administrador</h2>
				<OrderSearchBox />
			</div>
			<FirstDayNotice isHere={chosen === 'primer_dia'} />
			<SectionTabs sections={tabs} daily={dailySections} chosen={chosen} onChoose={go}>
				{order ? <OrderScreen key={order} id={order} /> : <Screen key={chosen} />}
			</SectionTabs>
			<Announcer />
		</div>
	)
}
