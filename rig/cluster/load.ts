import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import { builtInColors } from '#domain/catalog/colors.ts'
import { aCustomer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { payInBrowser } from '#tests/pay-and-return.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

/** One order as its buyer saw it; times in milliseconds of `performance.now()`. */
interface Bought {
	readonly id: string
	readonly sentAt: number
	readonly acknowledgedAt: number
	/** How often the buyer was told to try again, or told nothing. */
	readonly retries: number
}

export interface Load {
	readonly bought: readonly Bought[]
	/** Why orders were sent again, and how often. */
	readonly reasons: ReadonlyMap<string, number>
	/** What staff were answered instead of what they asked for, and how often. */
	readonly staffSaw: ReadonlyMap<string, number>
	/** Orders that were not taken in two minutes of trying, or were refused. */
	readonly givenUp: readonly string[]
	stop(): Promise<void>
}

const methods = ['efectivo', 'transferencia', 'mercadopago', 'flow', 'webpay'] as const
const pauseMs = 500
const giveUpAfterMs = 120_000
/** A login counts for fifteen minutes; a rush takes longer. */
const newLoginAfterMs = 8 * 60_000

/** What the buyers have seen so far. */
interface Seen {
	readonly bought: Bought[]
	readonly reasons: Map<string, number>
	readonly givenUp: string[]
}

interface ProxiedShop {
	readonly url: string
}

/** Sends one buyer's order `n` until it is taken, under one key, as the page does. */
async function buy(shop: ProxiedShop, access: string, n: number, seen: Seen): Promise<PlaceOrderAnswer | undefined> {
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
	seen.givenUp.push(reason)
	return undefined
}

/** Reads lists, exports and edits until it is over. */
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
		// What fails, staff try again a second later.
		const status = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${access}` }, signal })
			.then(async (answer) => (await answer.text()) && answer.status)
			.catch(() => 'sin respuesta' as const)
		if (status !== 200) staffSaw.set(`${status} ${path}`, (staffSaw.get(`${status} ${path}`) ?? 0) + 1)
		// A file is given out for ten minutes after the password was.
		if (status === 401 || status === 403) access = await staffAccess(shop).catch(() => access)
		if (n % 5 === 0) await setProducts(shop, access, 'stock', 100_000).catch(() => {})
		await wait(1000)
	}
}

/** Has buyers order through the proxy at `url`, each one order after the other, and staff read lists, export and edit. */
export async function startLoad(url: string, buyers: number): Promise<Load> {
	const shop = { url }
	const boss = await staffAccess(shop)
	await setProducts(shop, boss, 'stock', 100_000)
	const logins: (() => Promise<string>)[] = []
	for (let n = 0; n < buyers; n++) logins.push(await aCustomer(shop))
	const seen: Seen = { bought: [], reasons: new Map(), givenUp: [] }
	const staffSaw = new Map<string, number>()
	let isOver = false

	const buyersAtWork = logins.map(async (logIn, buyer) => {
		let access = await logIn()
		let loggedInAt = performance.now()
		for (let n = buyer; !isOver; n++) {
			if (performance.now() - loggedInAt > newLoginAfterMs) {
				// In the middle of a fault the one before counts a while longer.
				const another = await logIn().catch(() => undefined)
				if (another) loggedInAt = performance.now()
				access = another ?? access
			}
			const order = await buy(shop, access, n, seen)
			const page = order?.init_point ?? order?.payment_url
			// The process that the payer comes back to may be gone: the shop then asks the gateway by itself.
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
