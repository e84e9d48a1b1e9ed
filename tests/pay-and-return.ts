import { type BrowserReturn, type PayButton, pay } from '#tests/gateways/pay-page.ts'
import type { TestShop } from '#tests/open-shop.ts'

/** Sends the browser's return to the shop; returns the redirect target. */
export async function returnFromGateway(shop: TestShop, back: BrowserReturn | undefined): Promise<URL> {
	if (!back) throw new Error('the browser did not come back')
	const { pathname, search } = new URL(back.url)
	const answer = await shop.app.inject({
		method: back.method,
		url: `${pathname}${search}`,
		...(back.method === 'POST' && {
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			payload: new URLSearchParams(back.fields).toString(),
		}),
	})
	if (answer.statusCode !== 303) throw new Error(`the return answered ${answer.statusCode}: ${answer.body}`)
	return new URL(answer.headers.location ?? '')
}

/** Follows every redirect of a payment: pay page, return, final page. */
export async function payInBrowser(payUrl: string, button: PayButton, variant: Record<string, string>): Promise<void> {
	const back = await pay(payUrl, button, variant)
	if (!back) return
	const answer = await fetch(back.url, {
		method: back.method,
		redirect: 'manual',
		...(back.method === 'POST' && { body: new URLSearchParams(back.fields) }),
	})
	const location = answer.headers.get('location')
	await answer.body?.cancel()
	// The final page polls the order.
	const page = new URL(location ?? back.url)
	const checks = { external_reference: 'pago_exitoso', token: 'flow/status', orden_id: 'webpay/status' }
	for (const [parameter, call] of Object.entries(checks)) {
		if (page.searchParams.has(parameter))
			await (await fetch(`${page.origin}/api/${call}/${page.search}`)).body?.cancel()
	}
}

/** Returns from Mercado Pago; the final page polls the order. */
export async function returnFromMercadoPago(shop: TestShop, back: BrowserReturn | undefined) {
	if (!back) throw new Error('the browser did not come back')
	return await shop.app.inject({ url: `/api/pago_exitoso/${new URL(back.url).search}` })
}
