import type { TestShop } from '#tests/open-shop.ts'

/** How a browser comes back from a gateway: a link that it follows or a form that it posts. */
export interface BrowserReturn {
	readonly method: 'GET' | 'POST'
	readonly url: string
	readonly fields: Record<string, string>
}

const actions = {
	'Aprobar pago': 'aprobar',
	'Dejar pendiente': 'pendiente',
	'Rechazar pago': 'rechazar',
	Abandonar: 'abandonar',
} as const

export const payButtons = Object.keys(actions) as (keyof typeof actions)[]

function readForm(page: string): { action: string; fields: Record<string, string> } {
	const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
	if (!action) throw new Error(`no form in: ${page}`)
	const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
	return {
		action: action.replaceAll('&amp;', '&'),
		fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
	}
}

/** Presses a button of a simulated pay page; gives how the browser comes back, undefined when it does not. */
export async function pay(
	payUrl: string | undefined,
	button: keyof typeof actions,
	variant: Record<string, string> = {},
): Promise<BrowserReturn | undefined> {
	if (!payUrl) throw new Error('there is no page to pay at')
	const { action, fields } = readForm(await (await fetch(payUrl)).text())
	const answer = await fetch(new URL(action, payUrl), {
		method: 'POST',
		body: new URLSearchParams({ ...fields, accion: actions[button], ...variant }),
		redirect: 'manual',
	})
	const location = answer.headers.get('location')
	if (location) return { method: 'GET', url: location, fields: {} }
	const page = await answer.text()
	if (!page.includes('data-return')) return undefined
	const form = readForm(page)
	return { method: 'POST', url: form.action, fields: form.fields }
}

/** Brings the browser back to the shop; gives the address of the page that it is sent on to. */
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

/** Pays as a browser does that follows whatever comes: to the pay page, back to the shop's process, and on. */
export async function payInBrowser(
	payUrl: string,
	button: keyof typeof actions,
	variant: Record<string, string>,
): Promise<void> {
	const back = await pay(payUrl, button, variant)
	if (!back) return
	const answer = await fetch(back.url, {
		method: back.method,
		redirect: 'manual',
		...(back.method === 'POST' && { body: new URLSearchParams(back.fields) }),
	})
	const location = answer.headers.get('location')
	await answer.body?.cancel()
	// The page that it is sent to asks how the order stands.
	const page = new URL(location ?? back.url)
	const checks = { external_reference: 'pago_exitoso', token: 'flow/status', orden_id: 'webpay/status' }
	for (const [parameter, call] of Object.entries(checks)) {
		if (page.searchParams.has(parameter))
			await (await fetch(`${page.origin}/api/${call}/${page.search}`)).body?.cancel()
	}
}
