import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { Customer, ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect } from '#tests/journeys/test.ts'

/** Twelve addresses in Santiago within 15 km; Vitacura, San Miguel, Macul and Las Condes have a delivery fee. */
const doors = [
	'Moneda 970, Santiago',
	'Huérfanos 1160, Santiago',
	'San Diego 1245, Santiago',
	'Avenida Recoleta 683, Recoleta',
	'Gran Avenida José Miguel Carrera 4120, San Miguel',
	'Avenida Macul 4860, Macul',
	'Avenida Irarrázaval 2434, Ñuñoa',
	'Avenida Italia 1000, Providencia',
	'Avenida Providencia 1234, Providencia',
	'Avenida Pedro de Valdivia 100, Providencia',
	'Avenida Apoquindo 4501, Las Condes',
	'Avenida Vitacura 5951, Vitacura',
]

const photo = {
	name: 'puerta.jpg',
	mimeType: 'image/jpeg',
	buffer: readFileSync('shop/public/og.jpg'),
}

/** An order for delivery, paid in cash. */
export interface DoorOrder extends PayableOrder {
	readonly customer: Customer
}

/** An order for each of the twelve addresses, each of another customer. */
export async function placeOrders(api: ShopApi): Promise<readonly DoorOrder[]> {
	return await Promise.all(
		doors.map(async (direccion, at) => {
			const customer = await api.aCustomer('Vecina')
			return { ...(await api.aDelivery(customer, direccion, String(955_510_000 + at))), customer }
		}),
	)
}

/** A hand-over. `paid`: cash received in CLP when it is not the exact amount. */
interface HandOver {
	readonly paid?: string
	readonly hasPhoto?: boolean
	/** Its customer says that it was transferred. */
	readonly byTransfer?: boolean
}

/** Page object of a courier's phone that shows one stop a screen. */
export class Courier {
	readonly phone: StaffPage

	constructor(page: Page) {
		this.phone = new StaffPage(page)
	}

	get section(): Locator {
		return this.phone.section
	}

	/** Plans a round of these orders and departs. `notOffered`: orders that must not be listed. */
	async leave(numbers: readonly number[], { notOffered = [] as readonly number[] } = {}): Promise<void> {
		const { section, dialog } = this.phone
		const choiceOf = (nro: number) => section.getByRole('checkbox', { name: `Llevar la orden ${nro}`, exact: true })
		for (const nro of numbers) await choiceOf(nro).check()
		for (const nro of notOffered) await expect(choiceOf(nro)).toHaveCount(0)
		await section.getByRole('button', { name: `Planear ronda de ${numbers.length} órdenes` }).click()
		await section.getByRole('button', { name: 'Salir a repartir' }).click()
		await dialog.getByRole('button', { name: 'Salir' }).click()
		await expect(section.getByRole('heading', { name: /parada 1 de/ })).toBeVisible()
	}

	/** Number of the order whose stop is shown. */
	async shownOrder(): Promise<number> {
		return Number(/Orden (\d+)/.exec(await this.section.locator('.one-stop').innerText())?.[1])
	}

	/** Records the shown order as delivered; returns its number. */
	async deliver({ paid, hasPhoto = false, byTransfer = false }: HandOver = {}): Promise<number> {
		const { section, dialog } = this.phone
		const nro = await this.shownOrder()
		await section.getByRole('button', { name: 'Entregada' }).click()
		if (paid !== undefined) await dialog.getByLabel(/^Efectivo recibido/).fill(paid)
		if (byTransfer) await dialog.getByLabel('Pagó por transferencia').check()
		if (hasPhoto) await this.#takePhoto()
		await this.#confirm('Entregada')
		return nro
	}

	/** Records the shown order as not delivered; returns its number. */
	async fail(reason: string): Promise<number> {
		const { section, dialog } = this.phone
		const nro = await this.shownOrder()
		await section.getByRole('button', { name: 'No estaba' }).click()
		await dialog.getByLabel('Qué pasó').selectOption(reason)
		await this.#takePhoto()
		await this.#confirm('No se entregó')
		return nro
	}

	async #takePhoto(): Promise<void> {
		const { dialog } = this.phone
		await dialog.getByLabel(/^Foto de/).setInputFiles(photo)
		await expect(dialog.getByRole('img', { name: 'La foto que se enviará' })).toBeVisible()
	}

	async #confirm(name: string): Promise<void> {
		const { section, dialog } = this.phone
		await dialog.getByRole('button', { name }).click()
		await expect(dialog).toHaveCount(0)
		await expect(section.getByRole('button', { name: 'Deshacer' })).toBeVisible()
	}

	/** Delays the next recorded stop of this phone; returns the function that releases it. */
	async delayNextMark(): Promise<() => void> {
		const { promise, resolve } = Promise.withResolvers<void>()
		await this.phone.page.route(
			'**/api/admin_paradas/*/entregar/',
			async (route) => {
				await promise
				await route.continue()
			},
			{ times: 1 },
		)
		return resolve
	}

	async goOn(): Promise<void> {
		await this.section.getByRole('button', { name: 'Ir a la próxima pendiente' }).click()
		await expect(this.section.getByRole('button', { name: 'Entregada' })).toBeVisible()
	}

	/** Records a stop of another courier's round, then returns to the own round. */
	async deliverFor(other: Courier, nro: number, recibe: string): Promise<void> {
		const { page, dialog } = this.phone
		const own = page.url()
		await page.goto(other.phone.page.url())
		await this.toggleList()
		await this.stopOf(nro).getByRole('button', { name: 'Entregada' }).click()
		await dialog.getByLabel('Quién la recibe').fill(recibe)
		await dialog.getByRole('button', { name: 'Entregada' }).click()
		await expect(this.stopOf(nro)).toContainText(`recibe ${recibe}`)
		await page.goto(own)
	}

	/** Shows the list of stops, or the one stop again. */
	async toggleList(): Promise<void> {
		await this.section.getByRole('button', { name: 'Lista de paradas' }).click()
	}

	async leaveDriving(): Promise<void> {
		await this.section.getByRole('button', { name: 'Salir al panel' }).click()
	}

	/** Expects the stop alone on a phone of 390 × 844, with each of its controls in the first 600 pixels. */
	async expectStopAlone(): Promise<void> {
		const { section, phone } = this
		await expect(section.getByRole('button', { name: 'Entregada' })).toBeVisible()
		expect(phone.page.viewportSize()).toEqual({ width: 390, height: 844 })
		await expect.poll(() => phone.page.evaluate(() => document.querySelector('.driving')?.matches(':modal'))).toBe(true)
		const controls = [
			section.locator('.one-stop-address'),
			section.getByText(/^Cobrar \$/),
			...[/^Waze/, /^Llamar/, /^WhatsApp/].map((name) => section.getByRole('link', { name }).first()),
			...['Entregada', 'No estaba'].map((name) => section.getByRole('button', { name })),
		]
		for (const control of controls) {
			const box = await control.boundingBox()
			expect(box?.y, String(control)).toBeGreaterThanOrEqual(0)
			expect((box?.y ?? 0) + (box?.height ?? 0), String(control)).toBeLessThanOrEqual(600)
		}
	}

	/** List of stops of the round. */
	get stops(): Locator {
		return this.section.getByRole('list', { name: 'Paradas' }).getByRole('listitem')
	}

	/** Stop of an order in the list. */
	stopOf(nro: number): Locator {
		return this.stops.filter({ hasText: `Orden ${nro}` })
	}

	/** Number of the last order of the round. */
	async lastOpenOrder(): Promise<number> {
		await this.toggleList()
		const open = this.stops.filter({ has: this.phone.page.getByRole('button', { name: 'Entregada' }) })
		const text = await open.last().innerText()
		await this.toggleList()
		return Number(/Orden (\d+)/.exec(text)?.[1])
	}

	/** Delivers every remaining order, beginning with the shown one. */
	async deliverRest(): Promise<number[]> {
		const done = [await this.deliver()]
		const next = this.section.getByRole('button', { name: 'Ir a la próxima pendiente' })
		while ((await next.count()) > 0) {
			await this.goOn()
			done.push(await this.deliver())
		}
		return done
	}

	/** Ends the round; all cash is there. */
	async end(): Promise<void> {
		const { section, dialog } = this.phone
		await section.getByRole('button', { name: 'Terminar ronda' }).click()
		const [, collected] = /se cobraron \$([\d.]+)/.exec(await dialog.innerText()) ?? []
		if (collected) await dialog.getByLabel(/^Efectivo contado/).fill(collected)
		await dialog.getByRole('button', { name: 'Terminar' }).click()
		await expect(section.getByText('Esta ronda terminó.')).toBeVisible()
	}
}

/** Requests `entregar` and `no_entregar` that a phone sends from now on, each with its key. */
export function marksSentBy(page: Page): { readonly what: string; readonly key: string }[] {
	const sent: { what: string; key: string }[] = []
	page.on('requestfinished', async (request) => {
		const what = /admin_paradas\/[^/]+\/(entregar|no_entregar)\/$/.exec(request.url())?.[1]
		if (what) sent.push({ what, key: request.headers()['idempotency-key'] ?? '' })
	})
	return sent
}
