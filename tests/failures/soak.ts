import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { brokenPromises } from '#tests/failures/check-invariants.ts'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-words.ts'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { payButtons, payInBrowser } from '#tests/pay-and-return.ts'
import { anOrder, bottles } from '#tests/shop-words.ts'

export interface SoakOptions {
	readonly orders: number
	readonly buyers: number
	/** The same seed asks for the same orders and faults; when each happens is up to the machine. */
	readonly seed: number
	readonly secondsBetweenKills: number
	readonly restartDatabase?: () => Promise<void>
	readonly tell?: (line: string) => void
}

export interface SoakReport {
	readonly seconds: number
	/** How often what was asked for or done to the shop. */
	readonly counts: Readonly<Record<string, number>>
	/** Orders by method and state at the end. */
	readonly orders: Readonly<Record<string, number>>
	readonly broken: readonly string[]
}

const colors = ['Blanco', 'Celeste', 'Negro', 'Rosado'] as const
const methods = ['efectivo', 'transferencia', 'mercadopago', 'flow', 'webpay'] as const
const gateways = ['mercadopago', 'flow', 'webpay'] as const
const faultKinds = ['500', '503', '429', 'lento', 'basura', 'corte', 'corte_despues'] as const
const notices = ['normal', 'tarde', 'dos-veces', 'nunca', 'forjada'] as const

/** Numbers from 0 to 1 that one seed always gives in the same order (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
}

/** Lets customers and faults loose on the cluster, waits until everything has settled, and checks every promise. */
export async function soak(cluster: ShopCluster, database: OpenDatabase, options: SoakOptions): Promise<SoakReport> {
	const random = randomFrom(options.seed)
	const pick = <Item>(items: readonly Item[]): Item => {
		const item = items[Math.floor(random() * items.length)]
		if (item === undefined) throw new Error('nothing to pick from')
		return item
	}
	const counts: Record<string, number> = {}
	const count = (what: string) => {
		counts[what] = (counts[what] ?? 0) + 1
	}
	const began = performance.now()
	const acknowledged: string[] = []
	const mails = new Map<string, { message_id: string; to: string }>()
	let isOver = false

	async function order(access: string): Promise<void> {
		const metodo_pago = pick(methods)
		const carrito = [bottles(pick(colors)), ...(random() < 0.2 ? [bottles(pick(colors), 2)] : [])]
		const key = randomUUID()
		const placed = await placePatiently(access, anOrder({ carrito, metodo_pago }), key)
		if (!placed) return
		acknowledged.push(placed.orden_id)
		count(`order ${metodo_pago}`)
		const url = placed.init_point ?? placed.payment_url
		if (url) await payAt(url)
	}

	/** Sends one order until it is answered, to whichever process, as a page that is loaded again does; now and then twice. */
	async function placePatiently(access: string, request: ReturnType<typeof anOrder>, key: string) {
		for (let tries = 0; tries < 100; tries += 1) {
			try {
				if (random() < 0.05) {
					count('fault: the same order sent twice at once')
					void sendOrderTo(pick(cluster.shops), access, request, key).catch(() => count('call lost'))
				}
				const { status, body } = await sendOrderTo(pick(cluster.shops), access, request, key)
				if (status === 200) return body as PlaceOrderAnswer
				count(`answer ${status} ${body.code}`)
				if (status === 409) return undefined
			} catch {
				// The process was killed, or is not back yet.
				count('call lost')
			}
			await wait(100)
		}
		count('order given up')
		return undefined
	}

	async function payAt(url: string): Promise<void> {
		const button = pick([...payButtons, 'Aprobar pago', 'Aprobar pago', 'Aprobar pago'] as const)
		const variant: Record<string, string> = { aviso: pick(notices), demora_segundos: '1' }
		if (random() < 0.15) variant.sin_volver = 'si'
		if (random() < 0.05) variant.alterado = 'si'
		if (random() < 0.05) variant.dos_pagos = 'si'
		if (url.includes('/webpay/') && random() < 0.2) variant.retorno = pick(['dos-veces', 'error', 'post'])
		for (const name of Object.keys(variant)) if (name !== 'demora_segundos') count(`fault: ${name} ${variant[name]}`)
		count(button)
		try {
			await payInBrowser(url, button, variant)
		} catch {
			count('return lost')
		}
	}

	async function disturbGateways(): Promise<void> {
		while (!isOver) {
			const tipo = pick(faultKinds)
			count(`fault: gateway ${tipo}`)
			await fetch(`${cluster.simulatorsUrl}/${pick(gateways)}/_faults`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ tipo, veces: 1 + Math.floor(random() * 3), demora_ms: 3000 }),
			})
			if (random() < 0.2) {
				count('fault: mail refused')
				cluster.inbox.refuseNext(3)
			}
			await wait(300)
		}
	}

	async function disturbProcesses(): Promise<void> {
		for (let round = 1; !isOver; round += 1) {
			for (let waited = 0; waited < options.secondsBetweenKills * 10 && !isOver; waited += 1) await wait(100)
			if (isOver) return
			if (options.restartDatabase && round % 4 === 0) {
				count('fault: database restarted')
				await options.restartDatabase()
				continue
			}
			const place = Math.floor(random() * cluster.shops.length)
			const signal = pick(['SIGKILL', 'SIGTERM'] as const)
			count(`fault: process ended with ${signal}`)
			await cluster.shops[place]?.end(signal)
			await cluster.again(place)
		}
	}

	async function collectMails(): Promise<void> {
		while (!isOver) {
			for (const mail of cluster.inbox.mails()) mails.set(mail.message_id, mail)
			await wait(200)
		}
	}

	const [first] = cluster.shops
	if (!first) throw new Error('no process')
	await setProducts(first, await staffAccess(first), 'stock', Math.ceil(options.orders / 4))
	const tokens: string[] = []
	for (let n = 0; n < options.buyers; n += 1) tokens.push(await aBuyer(first))
	const collecting = collectMails()
	const disturbing = Promise.all([disturbGateways(), disturbProcesses()])
	let sent = 0
	await Promise.all(
		tokens.map(async (access) => {
			while (sent < options.orders) {
				sent += 1
				if (sent % 200 === 0) options.tell?.(`${sent} orders, ${Math.round((performance.now() - began) / 1000)} s`)
				await order(access)
			}
		}),
	)
	isOver = true
	await Promise.all([disturbing, collecting])
	for (const name of gateways) await fetch(`${cluster.simulatorsUrl}/${name}/_faults`, { method: 'DELETE' })
	cluster.inbox.refuseNext(0)
	options.tell?.('every fault is over; waiting for what is under way')
	// Everybody asks again at once what would otherwise be asked within minutes, and failed jobs are tried without a pause.
	let broken: string[] = []
	for (let round = 0; round < 240; round += 1) {
		await database.db.execute(
			sql`update intentos_pago set consultar_at = now() where consultar_at is not null and ${round} % 20 = 0`,
		)
		await database.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
		for (const mail of cluster.inbox.mails()) mails.set(mail.message_id, mail)
		broken = await brokenPromises(database, { acknowledged, mails: [...mails.values()] })
		if (broken.length === 0 && round >= 3) break
		await wait(1000)
	}
	const { rows } = await database.db.execute<{ what: string; n: number }>(
		sql`select metodo_pago || ' ' || estado as what, count(*)::int as n from ordenes group by 1 order by 1`,
	)
	return {
		seconds: Math.round((performance.now() - began) / 1000),
		counts: { ...counts, acknowledged: acknowledged.length, mails: mails.size },
		orders: Object.fromEntries(rows.map(({ what, n }) => [what, n])),
		broken,
	}
}
