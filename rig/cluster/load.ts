import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { aCustomer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { payInBrowser } from '#tests/pay-and-return.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

/** One order seen by its buyer; times in ms of `performance.now()`. */
interface Bought {
	readonly id: string
	readonly sentAt: number
	readonly acknowledgedAt: number
	/** Number of retries: refusals and missing answers. */
	readonly retries: number
}

export interface Load {
	readonly bought: readonly Bought[]
	/** Reasons of retries and their counts. */
	readonly reasons: ReadonlyMap<string, number>
	/** Unexpected answers to staff and their counts. */
	readonly staffSaw: ReadonlyMap<string, number>
	/** Orders rejected, or not accepted within two minutes. */
	readonly abandoned: readonly string[]
	stop(): Promise<void>
}

const methods = ['efectivo', 'transferencia', 'mercadopago', 'flow', 'webpay'] as const
const pauseMs = 500
const giveUpAfterMs = 120_000
/** A login is valid for fifteen minutes; a load test takes longer. */
const newLoginAfterMs = 8 * 60_000

/** Results so far. */
interface Seen {
	readonly bought: Bought[]
	readonly reasons: Map<string, number>
	readonly abandoned: string[]
}

interface ProxiedShop {
	readonly url: string
}

/** Sends order `n` of a buyer under one key until accepted, as the page does. */
async function buy(shop: ProxiedShop, access: string, n: number, seen: Seen): Promise<PayableOrder | undefined> {
	const order = anOrder({ metodo_pago: methods[n % 5] ?? 'efectivo', carrito: [cartLine(builtInColors[n % 4])] })
	const key = randomUUID()
	const sentAt = performance.now()
	let reason = ''
	for (let retries = 0; performance.now() - sentAt < giveUpAfterMs; retries++) {
		try {
			const { status, body } = await sendOrderTo(shop, access, order, key)
			if (status === 200) {
				seen.bought.push({ id: body.orden_id, sentAt, acknowledgedAt: performance.now(), retries })
				return body
			}
			reason = `${status} ${body.code ?? ''}`
			if (status < 500 && status !== 429) break
		} catch (error) {
			reason = error instanceof SyntaxError ? 'página del proxy' : 'sin respuesta'
		}
		seen.reasons.set(reason, (seen.reasons.get(reason) ?? 0) + 1)
		await wait(pauseMs)
	}
	seen.abandoned.push(reason)
	return undefined
}

/** Reads lists, exports and edits until stopped. */
async function workAsStaff(
	shop: ProxiedShop,
	boss: string,
	staffSaw: Map<string, number>,
	isOver: () => boolean,
): Promise<void> {
	const paths = ['/api/admin_listar_ordenes/', '/api/admin_exportar/ordenes.csv', '/api/admin_resumen/']
	let access = boss
	for (let n = 0; !isOver(); n++) {
		const signal = AbortSignal.timeout(20_000)
		const path = paths[n % paths.length] ?? ''
		// Staff retry a failed call a second later.
		const status = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${access}` }, signal })
			.then(async (answer) => (await answer.text()) && answer.status)
			.catch(() => 'sin respuesta' as const)
		if (status !== 200) staffSaw.set(`${status} ${path}`, (staffSaw.get(`${status} ${path}`) ?? 0) + 1)
		// A download requires a login within ten minutes.
		if (status === 401 || status === 403) access = await staffAccess(shop).catch(() => access)
		if (n % 5 === 0) await setProducts(shop, access, 'stock', 100_000).catch(() => {})
		await wait(1000)
	}
}

/** Runs sequential orders of buyers and panel calls of staff through the proxy at `url`. */
export async function startLoad(url: string, buyers: number): Promise<Load> {
	const shop = { url }
	const boss = await staffAccess(shop)
	await setProducts(shop, boss, 'stock', 100_000)
	const logins: (() => Promise<string>)[] = []
	for (let n = 0; n < buyers; n++) logins.push(await aCustomer(shop))
	const seen: Seen = { bought: [], reasons: new Map(), abandoned: [] }
	const staffSaw = new Map<string, number>()
	let isOver = false

	const buyersAtWork = logins.map(async (logIn, buyer) => {
		let access = await logIn()
		let loggedInAt = performance.now()
		for (let n = buyer; !isOver; n++) {
			if (performance.now() - loggedInAt > newLoginAfterMs) {
				// During a fault an earlier payment state counts longer.
				const another = await logIn().catch(() => undefined)
				if (another) loggedInAt = performance.now()
				access = another ?? access
			}
			const order = await buy(shop, access, n, seen)
			const page = order?.init_point ?? order?.payment_url
			// The process of the return may be gone: the shop then polls the gateway.
			if (page && n % 2 === 0) await payInBrowser(page, 'Aprobar pago', {}).catch(() => {})
			await wait(pauseMs)
		}
	})
	const working = Promise.all([...buyersAtWork, workAsStaff(shop, boss, staffSaw, () => isOver)])
	return {
		...seen,
		staffSaw,
		async stop() {
			isOver = true
			await working
		},
	}
}
