import { expect, type Locator, type Page } from '@playwright/test'
import type { Cart } from '#modules/cart/cart.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { CheckoutPage } from '#tests/journeys/checkout-page.ts'
import type { Customer, newAccount } from '#tests/journeys/shop-api.ts'

/** Page object of the shop. */
export class ShopPage {
	readonly page: Page
	readonly checkout: CheckoutPage
	readonly dropdown: Locator
	readonly addButton: Locator

	constructor(page: Page) {
		this.page = page
		this.checkout = new CheckoutPage(page)
		this.dropdown = page.getByRole('dialog', { name: 'Tu carrito' })
		this.addButton = page.getByRole('button', { name: /^(Agregar al carrito|Sin stock)$/ })
	}

	/** Opens a path and waits until the page is hydrated. */
	async open(path: string): Promise<void> {
		await this.page.goto(path)
		await this.untilHydrated()
	}

	/**
	 * React sets properties on every hydrated element; a click before that is lost. Google renders its own button.
	 */
	async untilHydrated(): Promise<void> {
		await this.page.waitForFunction(() => {
			const isOwned = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactProps'))
			const parts = [...document.querySelectorAll('footer a, main :is(a, button, input):not(.google *)')]
			return parts.length > 0 && parts.every(isOwned)
		})
	}

	/** Prepares the browser's storage with a cart, a session, or both. */
	async arriveWith(earlier: { cart?: Cart; customer?: Customer }): Promise<void> {
		await this.page.goto('/salud/vivo')
		const kept = {
			...(earlier.cart ? { carrito: JSON.stringify(earlier.cart) } : {}),
			...(earlier.customer
				? { access_token: earlier.customer.tokens.access, refresh_token: earlier.customer.tokens.refresh }
				: {}),
		}
		await this.page.evaluate((values) => {
			for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
		}, kept)
	}

	/**
	 * Replaces both tokens with expired ones. The next press ends the session: the cart, which is stored a second after each
	 * change, reaches the server no more.
	 */
	async expireSession(): Promise<void> {
		await this.page.route('**/api/perfil/carrito/', (route) => route.fulfill({ json: {} }))
		await this.page.evaluate(() => {
			localStorage.setItem('access_token', 'vencido')
			localStorage.setItem('refresh_token', 'vencido')
		})
	}

	/** Fires the events of a return from another tab or app. */
	async returnToTab(): Promise<void> {
		await this.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
	}

	heading(name: string | RegExp): Locator {
		return this.page.getByRole('heading', { level: 1, name })
	}

	/** Alert with exactly this text. */
	alert(text: string): Locator {
		return this.page.getByRole('alert').filter({ has: this.page.getByText(text, { exact: true }) })
	}

	async chooseColor(color: Color): Promise<void> {
		await this.page.getByRole('radio', { name: color }).check()
	}

	async addToCart(color: Color): Promise<void> {
		await this.chooseColor(color)
		await this.addButton.click()
	}

	cartButton(): Locator {
		return this.page.getByRole('button', { name: /^Carrito/ })
	}

	/** Units on the cart icon. */
	async expectBadge(units: number): Promise<void> {
		const name = units === 0 ? 'Carrito' : `Carrito ${units} ${units === 1 ? 'producto' : 'productos'}`
		await expect(this.page.getByRole('button', { name, exact: true })).toBeVisible()
	}

	/** Line of a colour on the cart page, or in the given dropdown. */
	cartLine(color: Color, within: Locator = this.page.getByRole('main')): Locator {
		return within.getByRole('listitem').filter({ hasText: color })
	}

	async cart(): Promise<unknown> {
		return await this.page.evaluate(() => JSON.parse(localStorage.getItem('carrito') ?? '[]'))
	}

	/** Another tab, open since before a price change, overwrites the cart. */
	async cartFromAnotherTab(cart: Cart): Promise<void> {
		const tab = await this.page.context().newPage()
		await tab.goto('/salud/vivo')
		await tab.evaluate((text) => localStorage.setItem('carrito', text), JSON.stringify(cart))
		await tab.close()
	}

	async logIn(email: string, password: string): Promise<void> {
		await this.page.getByLabel('Correo electrónico').fill(email)
		await this.page.getByLabel('Contraseña').fill(password)
		await this.page.getByRole('button', { name: 'Entrar' }).click()
	}

	async register(account: ReturnType<typeof newAccount>): Promise<void> {
		await this.page.getByLabel('Nombre').fill(account.first_name)
		await this.page.getByLabel('Apellido').fill(account.last_name)
		await this.page.getByLabel('Correo electrónico').fill(account.email)
		await this.page.getByLabel('Contraseña').fill(account.password)
		await this.page.getByLabel('Acepto la política de privacidad.').check()
		await this.page.getByRole('button', { name: 'Registrarse' }).click()
	}
}
