/** A button of a simulated pay page: its label and form data. */
const actions = {
	'Aprobar pago': 'aprobar',
	'Dejar pendiente': 'pendiente',
	'Rechazar pago': 'rechazar',
	Abandonar: 'abandonar',
} as const

export type PayButton = keyof typeof actions
export const payButtons = Object.keys(actions) as PayButton[]

/** The browser's return from a gateway: a link or a form post. */
export interface BrowserReturn {
	readonly method: 'GET' | 'POST'
	readonly url: string
	readonly fields: Record<string, string>
}

function readForm(page: string): { action: string; fields: Record<string, string> } {
	const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
	if (!action) throw new Error(`no form in: ${page}`)
	const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
	return {
		action: action.replaceAll('&amp;', '&'),
		fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
	}
}

/** Presses a button of a simulated pay page; returns the browser's return, undefined without one. */
export async function pay(
	payUrl: string | undefined,
	button: PayButton,
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
	if (location) return { method: 'GET', url: new URL(location, payUrl).href, fields: {} }
	const page = await answer.text()
	if (!page.includes('data-return')) return undefined
	const form = readForm(page)
	return { method: 'POST', url: new URL(form.action, payUrl).href, fields: form.fields }
}

/** Pays a Mercado Pago page as its operator, any time and repeatedly; the shop finds the payment by polling. */
export async function payUnseen(payUrl: string | undefined, variant: Record<string, string> = {}): Promise<void> {
	const { origin, searchParams } = new URL(payUrl ?? '')
	const page = `${origin}/simuladores/mercadopago/operador/preferencias/${searchParams.get('pref_id')}`
	const body = new URLSearchParams({ aviso: 'nunca', ...variant })
	const answer = await fetch(`${page}/pagar`, { method: 'POST', body, redirect: 'manual' })
	if (answer.status !== 303) throw new Error(`the operator's page answered ${answer.status}: ${await answer.text()}`)
}
