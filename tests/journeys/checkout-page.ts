import { expect, type Locator, type Page } from '@playwright/test'

/** Buttons of the simulated pay pages. */
export type PayButton = 'Aprobar pago' | 'Dejar pendiente' | 'Rechazar pago' | 'Abandonar'

/** A known street: typed text, chosen suggestion, resulting value. */
export const streets = {
	/** Distance 1.9 km. */
	moneda: { typed: 'moneda 970', option: /^Moneda 970/, shown: 'Moneda 970, Santiago' },
	/** Distance 6.1 km. */
	apoquindo: {
		typed: 'apoquindo 4501',
		option: /^Avenida Apoquindo 4501/,
		shown: 'Avenida Apoquindo 4501, Las Condes',
	},
	/** Distance 8.3 km. */
	vitacura: {
		typed: 'vitacura 5951',
		option: /^Avenida Vitacura 5951/,
		shown: 'Avenida Vitacura 5951, Vitacura',
	},
	/** Distance 22 km. */
	puenteAlto: {
		typed: 'concha y toro 1000 puente alto',
		option: /^Avenida Concha y Toro 1000/,
		shown: 'Avenida Concha y Toro 1000, Puente Alto',
	},
} as const satisfies Record<string, Street>

/** Typed text, chosen suggestion, resulting value. */
export interface Street {
	readonly typed: string
	readonly option: RegExp
	readonly shown: string
}

/** Page object of the checkout. */
export class CheckoutPage {
	readonly page: Page
	readonly address: Locator
	readonly phone: Locator
	readonly coupon: Locator
	readonly total: Locator
	readonly confirmButton: Locator
	readonly map: Locator

	constructor(page: Page) {
		this.page = page
		this.address = page.getByRole('combobox', { name: 'Dirección' })
		this.phone = page.getByLabel('Teléfono')
		this.coupon = page.getByLabel('Código de descuento')
		this.total = page.getByRole('region', { name: 'Total a pagar' })
		this.confirmButton = page.getByRole('button', { name: 'Confirmar pedido' })
		this.map = page.getByRole('figure').getByRole('img')
	}

	/** Row of the summary: 'Subtotal', 'Despacho', 'Descuento' or 'Total a pagar'. */
	amount(name: string): Locator {
		return this.total.locator('dl > div').filter({ hasText: name }).getByRole('definition')
	}

	async pickUp(): Promise<void> {
		await this.page.getByRole('radio', { name: /^Retiro en metro/ }).check()
	}

	async deliverHome(): Promise<void> {
		await this.page.getByRole('radio', { name: 'Despacho a domicilio' }).check()
	}

	/** Types a street and picks it from the suggestions. */
	async deliverTo(street: Street, numero = ''): Promise<void> {
		await this.address.fill(street.typed)
		await this.page.getByRole('option', { name: street.option }).first().click()
		await expect(this.address).toHaveValue(street.shown)
		if (numero) await this.page.getByLabel('Número / Depto.').fill(numero)
	}

	async payBy(card: 'Pago en línea' | 'Transferencia bancaria' | 'Efectivo al recibir'): Promise<void> {
		await this.page.getByRole('radio', { name: new RegExp(`^${card}`) }).check()
	}

	async validateCoupon(code: string): Promise<void> {
		await this.coupon.fill(code)
		await this.page.getByRole('button', { name: 'Validar' }).click()
	}

	async confirm(): Promise<void> {
		await this.confirmButton.click()
	}

	/** Fills in the fields for pickup and confirms. */
	async orderForPickup(card: Parameters<CheckoutPage['payBy']>[0] = 'Pago en línea'): Promise<void> {
		await this.pickUp()
		await this.phone.fill('987654321')
		await this.payBy(card)
		await this.confirm()
	}

	/** Presses a button of the gateway's page, after choosing another kind of return there. */
	async payAtMercadoPago(button: PayButton, unusual?: (page: Page) => Promise<void>): Promise<void> {
		await expect(this.page.getByRole('heading', { name: 'Paga tu compra' })).toBeVisible()
		if (unusual) {
			await this.page.getByText('Otras formas de responder').click()
			await unusual(this.page)
		}
		await this.page.getByRole('button', { name: button }).click()
	}
}
