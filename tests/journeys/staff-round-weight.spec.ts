import type { BrowserContext, Page } from '@playwright/test'
import { Courier } from '#tests/journeys/delivery-day.ts'
import type { ShopApi } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

const kilobyte = 1_000

/** Bytes received until the page is idle, headers included: in total, and of scripts, styles and fonts. */
async function weigh(page: Page, url: string): Promise<{ readonly all: number; readonly assets: number }> {
	const cdp = await page.context().newCDPSession(page)
	const assets = new Set<string>()
	const weight = { all: 0, assets: 0 }
	await cdp.send('Network.enable')
	cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
		if (new URL(request.url).pathname.startsWith('/assets/')) assets.add(requestId)
	})
	cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		weight.all += encodedDataLength
		if (assets.has(requestId)) weight.assets += encodedDataLength
	})
	await page.goto(url, { waitUntil: 'networkidle' })
	await cdp.detach()
	return weight
}

/** A phone without a cache, with the boss's session. */
async function newPhone(context: BrowserContext, api: ShopApi): Promise<Page> {
	const page = await context.newPage()
	const tokens = await api.bossSession()
	await new ShopPage(page).arriveWith({ customer: { ...staffLogin, tokens } })
	return page
}

test('the page of a round loads on a bad connection, and its code is loaded once', { tag: '@phone' }, async ({
	page,
	api,
	browser,
	shopProcess,
}) => {
	const customer = await api.aCustomer('Peso')
	const orders = []
	for (const [at, door] of ['Moneda 970, Santiago', 'San Diego 1245, Santiago'].entries())
		orders.push(await api.aDelivery(customer, door, String(955_610_000 + at)))
	const courier = new Courier(page)
	await courier.phone.enter(api, staffLogin, '&seccion=reparto')
	await courier.leave(orders.map(({ nro_orden }) => nro_orden))
	const round = page.url()

	const shop = { baseURL: shopProcess.url }
	const [cold, warm] = await Promise.all([browser.newContext(shop), browser.newContext(shop)])
	const first = await weigh(await newPhone(cold, api), round)
	const phone = await newPhone(warm, api)
	// A courier has logged in before, so fonts, libraries and the shell are cached.
	await phone.goto('/login', { waitUntil: 'networkidle' })
	const afterLogin = await weigh(phone, round)
	const again = await weigh(phone, round)
	expect(first.assets).toBeLessThan(227 * kilobyte)
	expect(afterLogin.assets).toBeLessThan(76 * kilobyte)
	// Includes the lists of orders and cases left by other tests of this shop.
	expect(afterLogin.all).toBeLessThan(116 * kilobyte)
	expect(again.assets).toBe(0)
	expect(again.all).toBeLessThan(45 * kilobyte)
	for (const context of [cold, warm]) await context.close()
})
