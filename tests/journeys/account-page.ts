import { expect, type Locator, type Page } from '@playwright/test'
import type { ShopPage } from '#tests/journeys/shop-page.ts'

/** A person with a Google account, as typed into the simulated account chooser. */
export interface GooglePerson {
	readonly email: string
	readonly name: string
}

/** Page object of the customer's account pages and the links to them. */
export class AccountPage {
	readonly shop: ShopPage
	readonly page: Page
	readonly dialog: Locator

	constructor(shop: ShopPage) {
		this.shop = shop
		this.page = shop.page
		this.dialog = shop.page.getByRole('alertdialog')
	}

	/** Opens a tab of /perfil and waits for the customer's data. */
	async open(tab: 'perfil' | 'ordenes' = 'perfil'): Promise<void> {
		await this.page.goto(`/perfil?tab=${tab}`)
		await expect(this.shop.heading(/^(Hola|Tu perfil)/)).toBeVisible()
	}

	tab(name: 'Perfil' | 'Órdenes' | 'Admin'): Locator {
		return this.page.getByRole('tab', { name, exact: true })
	}

	/** Value beside a label, in the profile or in an open order. */
	fact(name: string): Locator {
		const term = this.page.getByRole('term').filter({ has: this.page.getByText(name, { exact: true }) })
		return this.page.locator('.own-facts > div').filter({ has: term }).getByRole('definition')
	}

	section(name: string): Locator {
		return this.page.getByRole('region', { name })
	}

	async fill(values: Readonly<Record<string, string>>): Promise<void> {
		for (const [label, value] of Object.entries(values)) await this.page.getByLabel(label, { exact: true }).fill(value)
	}

	/** Row of an order that expands and collapses it. */
	order(nro_orden: number): Locator {
		return this.section('Órdenes del Usuario').getByRole('button', {
			name: new RegExp(`Nro Orden\\s*${nro_orden}`),
		})
	}

	timeline(): Locator {
		return this.page.getByRole('list', { name: 'Lo que ha pasado con tu pedido' }).getByRole('listitem')
	}

	/** Events of the open order, without their times. */
	async expectTimeline(events: readonly string[]): Promise<void> {
		await expect(this.timeline().locator('span')).toHaveText([...events])
	}

	/** Presses Google's button and chooses the person; `token` is the defect of the returned token. */
	async signInWithGoogle(person: GooglePerson, token = 'Correcto'): Promise<void> {
		const popup = this.page.waitForEvent('popup')
		await this.page.getByRole('button', { name: 'Acceder con Google' }).click()
		const chooser = await popup
		const other = chooser.locator('form').filter({ has: chooser.getByRole('heading', { name: 'Usar otra cuenta' }) })
		await other.getByRole('textbox', { name: 'Correo' }).fill(person.email)
		await other.getByRole('textbox', { name: 'Nombre' }).fill(person.name)
		if (token !== 'Correcto') {
			await other.getByText('Entregar un token con fallas').click()
			await other.getByLabel('Token que se entrega').selectOption(token)
		}
		await other.getByRole('button', { name: 'Continuar' }).click()
	}
}
