import { expect, type Locator, type Page } from '@playwright/test'
import type { ShopApi } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'

export const sections = [
	'Hoy',
	'Órdenes',
	'Nueva venta',
	'Reparto',
	'Usuarios',
	'Productos',
	'Stock',
	'Casos',
	'Retornos',
	'Clientes',
	'Solicitudes',
	'Números',
	'Cupones',
	'Trabajos',
	'Auditoría',
	'Registro de datos',
	'Seguridad',
	'Avisos',
	'Ajustes',
	'Primer día',
] as const

type Section = (typeof sections)[number]

/** Page object of the panel: tables on a desktop, cards on a phone. */
export class StaffPage {
	readonly page: Page
	readonly section: Locator
	readonly dialog: Locator

	constructor(page: Page) {
		this.page = page
		this.section = page.locator('.panel-main')
		this.dialog = page.getByRole('alertdialog')
	}

	/** Opens the panel with a staff session, by default the boss's. */
	async enter(
		api: ShopApi,
		who: { email: string; password: string } = staffLogin,
		query = '&seccion=ordenes',
	): Promise<void> {
		const shop = new ShopPage(this.page)
		const tokens = who === staffLogin ? await api.bossSession() : await api.logIn(who.email, who.password)
		await shop.arriveWith({ customer: { ...who, tokens } })
		await this.page.goto(`/perfil?tab=admin${query}`)
		// The heading is shown while the panel's code still loads.
		await expect(this.page.getByRole('navigation', { name: 'Secciones del panel' })).toBeVisible()
	}

	/** Opens a section by the sidebar; on a phone by the menu of all sections. */
	async go(section: Section): Promise<void> {
		const nav = this.page.getByRole('navigation', { name: 'Secciones del panel' })
		const all = nav.locator('.panel-all')
		if (!(await all.isVisible())) await nav.getByRole('button').click()
		await all.getByRole('link', { name: section }).click()
		await expect(all.getByRole('link', { name: section, includeHidden: true })).toHaveAttribute('aria-current', 'page')
	}

	/** Unfolds groups of settings, or tables of figures. */
	async unfold(...titles: readonly string[]): Promise<void> {
		for (const title of titles) {
			const group = this.section.locator('details').filter({ has: this.page.getByRole('heading', { name: title }) })
			await expect(group).toHaveCount(1)
			if ((await group.getAttribute('open')) === null) await group.locator('summary').click()
		}
	}

	/** Opens the card of a new product. */
	async beginProduct(): Promise<Locator> {
		const button = this.section.getByRole('button', { name: 'Nuevo Producto' })
		await expect(button).toBeVisible()
		if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
		return this.page.getByRole('form', { name: 'Nuevo Producto' })
	}

	/** The search of the section's list. */
	get searchField(): Locator {
		return this.section.getByRole('searchbox').or(this.section.getByRole('combobox', { name: /^Buscar/ }))
	}

	async search(text: string): Promise<void> {
		await this.searchField.fill(text)
		await this.section.getByRole('button', { name: 'Buscar' }).click()
	}

	/** Row of the section's table; on a phone its card, opened. */
	async row(text: string | RegExp): Promise<Locator> {
		const row = this.section.locator('tbody tr, li.fold').filter({ hasText: text })
		const fold = row.locator('.fold-head')
		await expect(row).toHaveCount(1)
		if ((await fold.count()) > 0 && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
		return row
	}

	/** Row of a product with this value in a field; on a phone its card, opened. */
	async productRow(text: string): Promise<Locator> {
		if (await this.isPhone()) return await this.row(text)
		const row = this.section.locator('tbody tr').filter({ has: this.page.locator(`input[value="${text}"]`) })
		await expect(row).toHaveCount(1)
		return row
	}

	async isPhone(): Promise<boolean> {
		return (this.page.viewportSize()?.width ?? 0) < 768
	}

	/** Searches an order by number and opens it. */
	async openOrder(nro_orden: number): Promise<void> {
		await this.search(String(nro_orden))
		// The newest order is in the list before the search is: a click meanwhile would be undone by its address.
		await expect(this.page).toHaveURL(new RegExp(`nro_orden=${nro_orden}`))
		const row = await this.row(new RegExp(`^#?${nro_orden}`))
		await row.getByRole('link', { name: new RegExp(`^(Ver la orden )?${nro_orden}`) }).click()
		await expect(this.page.getByRole('heading', { name: `Orden ${nro_orden}` })).toBeVisible()
	}
}
