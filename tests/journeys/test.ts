import { test as base, expect, type Page } from '@playwright/test'
import { ShopApi } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { openShopProcess, type ShopProcess } from '#tests/journeys/shop-process.ts'
import { stockUp } from '#tests/journeys/stock-up.ts'

interface WorkerFixtures {
	/** More environment variables; the file then has its own shop. */
	readonly shopSettings: Readonly<Record<string, string>>
	/** Name of a separate shop for some files, so their screens show no orders of other files. Empty: the worker's shop. */
	readonly shopOf: string
	/** Host name of the shop's public URL. */
	readonly shopHost: '127.0.0.1' | 'localhost'
	readonly shopProcess: ShopProcess
}

interface Fixtures {
	readonly shop: ShopPage
	readonly api: ShopApi
	readonly troubles: Troubles
}

/** Console messages of a page about a call without an answer. */
const unanswered = /\b0 sin_conexion\b|could not be loaded/

/** Hidden browser errors. A test that provokes one allows it. Calls aborted by leaving the page are ignored. */
export class Troubles {
	readonly #texts: string[] = []
	readonly #allowed: RegExp[] = []

	watch(page: Page): void {
		let isLeaving = false
		page.on('request', (request) => {
			isLeaving ||= request.isNavigationRequest()
		})
		page.on('requestfailed', (request) => {
			if (request.isNavigationRequest()) isLeaving = false
		})
		page.on('domcontentloaded', () => {
			isLeaving = false
		})
		page.on('pageerror', (error) => this.#texts.push(`error: ${error.stack ?? error.message}`))
		page.on('console', (message) => {
			if (message.type() !== 'error' && message.type() !== 'warning') return
			if (isLeaving && unanswered.test(message.text())) return
			this.#texts.push(`${message.type()}: ${message.text()} (${page.url()})`)
		})
	}

	allow(pattern: RegExp): void {
		this.#allowed.push(pattern)
	}

	unexpected(): string[] {
		return this.#texts.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
	}
}

/** A shop that issues no tax documents, and uses the open-source maps, whose simulator can be made to fail. */
export const withoutServices = { MAPS_PROVIDER: 'osm', TAX_DOCUMENTS: 'none' }

/** The shop of the files that change what applies to a whole shop, such as its settings and colours. */
export const ownersShop = { DELIVERY_TERM: '5 días hábiles' }

/** A test with its worker's shop, page objects and API client. Hidden browser errors fail it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
	shopSettings: [{}, { option: true, scope: 'worker' }],
	shopOf: ['', { option: true, scope: 'worker' }],
	shopHost: ['127.0.0.1', { option: true, scope: 'worker' }],
	shopProcess: [
		async ({ shopSettings, shopHost }, use) => {
			const shop = await openShopProcess(shopSettings, shopHost)
			await stockUp(shop.url)
			await use(shop)
			await shop.stop()
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	baseURL: async ({ shopProcess }, use) => use(shopProcess.url),
	page: async ({ page }, use) => {
		await use(page)
		// A last call of the page may still be in a handler of the test.
		if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
	},
	troubles: [
		async ({ context }, use) => {
			const troubles = new Troubles()
			context.on('page', (page) => troubles.watch(page))
			await use(troubles)
			expect(troubles.unexpected()).toEqual([])
		},
		{ auto: true },
	],
	shop: async ({ page }, use) => use(new ShopPage(page)),
	api: async ({ request }, use) => use(new ShopApi(request)),
})

export { expect }
