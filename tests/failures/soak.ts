import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { readProvidersBooks } from '#tests/failures/providers-books.ts'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { payButtons } from '#tests/gateways/pay-page.ts'
import { payInBrowser } from '#tests/pay-and-return.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

export interface SoakOptions {
	readonly orders: number
	readonly buyers: number
	/** One seed gives the same orders and faults; their timing varies. */
	readonly seed: number
	readonly secondsBetweenKills: number
	readonly restartDatabase?: () => Promise<void>
	readonly print?: (line: string) => void
}

export interface SoakReport {
	readonly seconds: number
	/** Counts of requests and faults. */
	readonly counts: Readonly<Record<string, number>>
	/** Orders by method and state at the end. */
	readonly orders: Readonly<Record<string, number>>
	readonly broken: readonly string[]
}

/** State shared by the customers and the fault injectors of one soak. */
interface Soak {
	readonly cluster: ShopCluster
	readonly options: SoakOptions
	readonly random: () => number
	readonly counts: Record<string, number>
	readonly acknowledged: string[]
	readonly mails: Map<string, { message_id: string; to: string }>
	isOver: boolean
}

const faultKinds = ['500', '503', '429', 'lento', 'basura', 'corte', 'corte_despues'] as const
const notices = ['normal', 'tarde', 'dos-veces', 'nunca', 'forjada'] as const

/** Deterministic random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
}

function pick<Item>({ random }: Pick<Soak, 'random'>, items: readonly Item[]): Item {
	const item = items[Math.floor(random() * items.length)]
	if (item === undefined) throw new Error('nothing to pick from')
	return item
}

function count({ counts }: Pick<Soak, 'counts'>, what: string): void {
	counts[what] = (counts[what] ?? 0) + 1
}

async function order(soak: Soak, access: string): Promise<void> {
	const metodo_pago = pick(soak, metodosPago)
	const more = soak.random() < 0.2 ? [cartLine(pick(soak, builtInColors), 2)] : []
	const request = anOrder({ carrito: [cartLine(pick(soak, builtInColors)), ...more], metodo_pago })
	const placed = await placePatiently(soak, access, request, randomUUID())
	if (!placed) return
	soak.acknowledged.push(placed.orden_id)
	count(soak, `order ${metodo_pago}`)
	const url = placed.init_point ?? placed.payment_url
	if (url) await payAt(soak, url)
}

/** Sends one order to any process until answered, like a reloaded page; sometimes twice. */
async function placePatiently(soak: Soak, access: string, request: PlaceOrderRequest, key: string) {
	for (let tries = 0; tries < 100; tries += 1) {
		try {
			if (soak.random() < 0.05) {
				count(soak, 'fault: the same order sent twice at once')
				void sendOrderTo(pick(soak, soak.cluster.shops), access, request, key).catch(() => count(soak, 'call lost'))
			}
			const { status, body } = await sendOrderTo(pick(soak, soak.cluster.shops), access, request, key)
			if (status === 200) return body as PayableOrder
			count(soak, `answer ${status} ${body.code ?? ''}`.trim())
			if (status === 409) return undefined
		} catch {
			// The process was killed, or is restarting.
			count(soak, 'call lost')
		}
		await wait(100)
	}
	count(soak, 'order given up')
	return undefined
}

async function payAt(soak: Soak, url: string): Promise<void> {
	const { random } = soak
	const button = pick(soak, [...payButtons, 'Aprobar pago', 'Aprobar pago', 'Aprobar pago'] as const)
	const variant: Record<string, string> = { aviso: pick(soak, notices), demora_segundos: '1' }
	if (random() < 0.15) variant.sin_volver = 'si'
	if (random() < 0.05) variant.alterado = 'si'
	if (random() < 0.05) variant.dos_pagos = 'si'
	if (url.includes('/webpay/') && random() < 0.2) variant.retorno = pick(soak, ['dos-veces', 'error', 'post'])
	for (const [name, value] of Object.entries(variant)) {
		if (name !== 'demora_segundos') count(soak, `fault: ${name} ${value}`)
	}
	count(soak, button)
	try {
		await payInBrowser(url, button, variant)
	} catch {
		// The process ended or a fault broke the page: a payer loses a tab like that too.
		count(soak, 'return lost')
	}
}

async function disturbGateways(soak: Soak): Promise<void> {
	const { cluster, random } = soak
	while (!soak.isOver) {
		const tipo = pick(soak, faultKinds)
		count(soak, `fault: gateway ${tipo}`)
		await fetch(`${cluster.simulatorsUrl}/${pick(soak, gatewayMethods)}/_faults`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ tipo, veces: 1 + Math.floor(random() * 3), demora_ms: 3000 }),
		})
		if (random() < 0.2) {
			count(soak, 'fault: mail refused')
			cluster.inbox.refuseNext(3)
		}
		await wait(300)
	}
}

async function disturbProcesses(soak: Soak): Promise<void> {
	const { cluster, options, random } = soak
	for (let round = 1; ; round += 1) {
		for (let waited = 0; waited < options.secondsBetweenKills * 10 && !soak.isOver; waited += 1) await wait(100)
		if (soak.isOver) return
		if (options.restartDatabase && round % 4 === 0) {
			count(soak, 'fault: database restarted')
			await options.restartDatabase()
			continue
		}
		const place = Math.floor(random() * cluster.shops.length)
		const signal = pick(soak, ['SIGKILL', 'SIGTERM'] as const)
		count(soak, `fault: process ended with ${signal}`)
		await cluster.shops[place]?.end(signal)
		await cluster.again(place)
	}
}

function collectMails({ cluster, mails }: Pick<Soak, 'cluster' | 'mails'>): void {
	for (const mail of cluster.inbox.mails()) mails.set(mail.message_id, mail)
}

async function keepCollecting(soak: Pick<Soak, 'cluster' | 'mails' | 'isOver'>): Promise<void> {
	while (!soak.isOver) {
		collectMails(soak)
		await wait(200)
	}
}

/** Collects every mail until stopped, because the mailbox drops old ones. */
export function keepMails(cluster: ShopCluster): { readonly all: Soak['mails']; stop(): Promise<void> } {
	const keeper = { cluster, mails: new Map() as Soak['mails'], isOver: false }
	const keeping = keepCollecting(keeper)
	return {
		all: keeper.mails,
		async stop() {
			keeper.isOver = true
			await keeping
		},
	}
}

/** Ends every fault, waits until pending work has finished and returns the violated invariants. */
export async function settle(
	soak: Pick<Soak, 'cluster' | 'acknowledged' | 'mails'>,
	database: OpenDatabase,
): Promise<readonly string[]> {
	for (const name of gatewayMethods) await fetch(`${soak.cluster.simulatorsUrl}/${name}/_faults`, { method: 'DELETE' })
	soak.cluster.inbox.refuseNext(0)
	let broken: readonly string[] = []
	for (let round = 0; round < 300; round += 1) {
		// Runs retries of the next hours now; the reconciler runs every minute.
		if (round % 60 === 0)
			await database.db.execute(sql`update intentos_pago set consultar_at = now() where consultar_at is not null`)
		await database.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
		collectMails(soak)
		const providers = await readProvidersBooks(soak.cluster.simulatorsUrl)
		const { acknowledged } = soak
		broken = await findViolatedInvariants(database, {
			acknowledged,
			mails: [...soak.mails.values()],
			providers,
			isKilled: true,
		})
		if (broken.length === 0 && round >= 3) break
		await wait(1000)
	}
	return broken
}

/** Runs customers and faults against the cluster, waits for pending work and checks every invariant. */
export async function runSoak(cluster: ShopCluster, database: OpenDatabase, options: SoakOptions): Promise<SoakReport> {
	const began = performance.now()
	const seconds = () => Math.round((performance.now() - began) / 1000)
	const random = randomFrom(options.seed)
	const soak: Soak = { cluster, options, random, counts: {}, acknowledged: [], mails: new Map(), isOver: false }
	const [first] = cluster.shops
	if (!first) throw new Error('no process')
	await setProducts(first, await staffAccess(first), 'stock', Math.ceil(options.orders / 4))
	const tokens: string[] = []
	for (let n = 0; n < options.buyers; n += 1) tokens.push(await aBuyer(first))
	const disturbing = Promise.all([disturbGateways(soak), disturbProcesses(soak), keepCollecting(soak)])
	let sent = 0
	await Promise.all(
		tokens.map(async (access) => {
			while (sent < options.orders) {
				sent += 1
				if (sent % 200 === 0) options.print?.(`${sent} orders, ${seconds()} s`)
				await order(soak, access)
			}
		}),
	)
	soak.isOver = true
	await disturbing
	options.print?.('every fault is over; waiting for what is under way')
	const broken = await settle(soak, database)
	const { rows } = await database.db.execute<{ what: string; n: number }>(
		sql`select metodo_pago || ' ' || estado as what, count(*)::int as n from ordenes group by 1 order by 1`,
	)
	return {
		seconds: seconds(),
		counts: { ...soak.counts, acknowledged: soak.acknowledged.length, mails: soak.mails.size },
		orders: Object.fromEntries(rows.map(({ what, n }) => [what, n])),
		broken,
	}
}
