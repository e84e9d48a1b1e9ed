import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openPostgres } from '#core/server/db/database.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import type { TaxContext } from '#modules/tax-documents/server/emit-documents.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { simulatorKey } from '#modules/tax-documents/server/open-tax-documents.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { randomFrom } from '#tests/failures/soak.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, type TestCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

// For a thousand: TAX_ORDERS=1000 npx vitest run tests/failures/tax-documents.test.ts
const howMany = Number(process.env.TAX_ORDERS ?? 27)
const seed = Number(process.env.TAX_SEED ?? 1)
vi.setConfig({ testTimeout: 300_000 + howMany * 1500, hookTimeout: 300_000 })

const random = randomFrom(seed)
const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0]

const total = 29_990
type Step = 'pay_at_gateway' | 'confirmar_transferencia' | 'entregar' | 'cancelar' | 'lower' | 'refund' | 'refund_part'

/** The steps of an order, and the CLP that its documents must add up to. */
const fates = [
	{ steps: [], stands: 0 },
	{ steps: ['cancelar'], stands: 0 },
	{ steps: ['confirmar_transferencia'], stands: total },
	{ steps: ['confirmar_transferencia', 'entregar'], stands: total },
	{ steps: ['confirmar_transferencia', 'cancelar'], stands: 0 },
	{ steps: ['confirmar_transferencia', 'lower'], stands: total - 1000 },
	{ steps: ['pay_at_gateway'], stands: total },
	{ steps: ['pay_at_gateway', 'refund'], stands: 0 },
	{ steps: ['pay_at_gateway', 'refund_part', 'entregar'], stands: total - 7000 },
] as const satisfies readonly { readonly steps: readonly Step[]; readonly stands: number }[]

interface Life {
	readonly orden_id: string
	readonly init_point: string | undefined
	readonly waiting: Step[]
	readonly stands: number
	/** Returns the documents of a sale. */
	readonly tipo: 39 | 33
}

let postgres: PostgresServer
let shop: TaxShop
let ana: TestCustomer
let processes: readonly TaxContext[]
let closeOther: () => Promise<void>

beforeAll(async () => {
	postgres = await startPostgres()
	const url = await postgres.createDatabase('documentos')
	shop = await openTaxShop({ database: await openPostgres(url, () => {}) })
	const other = await openPostgres(url, () => {})
	closeOther = () => other.close()
	const context = { ...shop.payments, files: shop.files, tax: shop.tax }
	processes = [context, { ...context, db: other.db, tax: diesNowAndThen(context) }]
	ana = await aCustomer(shop, 'Ana')
	const boss = await theBoss(shop)
	for (const { id } of (await boss.get('/api/admin_productos/')).json().results) {
		expect((await boss.send('PATCH', `/api/admin_productos/${id}/`, { stock: howMany })).statusCode).toBe(200)
	}
})
afterAll(async () => {
	await closeOther()
	await shop.stop()
	await postgres.stop()
})

/** A process that ends between issuing a document and recording it, one time out of ten. */
function diesNowAndThen({ tax }: Pick<TaxContext, 'tax'>): TaxContext['tax'] {
	return (
		tax && {
			...tax,
			provider: {
				...tax.provider,
				async emit(document) {
					const result = await tax.provider.emit(document)
					if (random() < 0.1) throw new Error('the process was killed')
					return result
				},
			},
		}
	)
}

const factura = {
	rut: '76192083-9',
	razon_social: 'Comercial Ñandú & Cía. SpA',
	giro: 'Arriendo de bicicletas',
	direccion: 'Av. Siempre Viva 742',
	comuna: 'Ñuñoa',
}

async function anOrder(n: number): Promise<Life> {
	const { steps, stands } = fates[n % fates.length] ?? fates[0]
	const isAtGateway = (steps as readonly Step[]).includes('pay_at_gateway')
	const carrito = [cartLine(builtInColors[n % builtInColors.length])]
	const metodo_pago = isAtGateway ? 'mercadopago' : 'transferencia'
	// Nine fates: every second order gets each of them in turn.
	const tipo = n % 2 === 0 ? 39 : 33
	const { orden_id, init_point } = await aPlacedOrder(shop, ana, {
		metodo_pago,
		carrito,
		...(tipo === 33 ? { factura } : {}),
	})
	return { orden_id, init_point, waiting: [...steps], stands, tipo }
}

async function carryOut(boss: StaffCalls, { orden_id, init_point }: Life, step: Step): Promise<void> {
	const path = `/api/admin_ordenes/${orden_id}/`
	switch (step) {
		case 'pay_at_gateway':
			await returnFromMercadoPago(shop, await pay(init_point, 'Aprobar pago', { aviso: 'nunca' }))
			return
		case 'refund':
		case 'refund_part': {
			const monto = step === 'refund' ? total : 7000
			expect((await gatewayHelpers(shop, 'mercadopago').refund(orden_id, monto)).statusCode).toBe(200)
			return
		}
		case 'lower':
			expect((await boss.send('PUT', path, { total: total - 1000 })).statusCode).toBe(200)
			return
		default:
			expect((await boss.send('POST', `${path}${step}/`, {})).statusCode).toBe(200)
	}
}

async function sendFaults(body?: object): Promise<void> {
	const answer = await fetch(`${shop.simulatorsUrl}/openfactura/_faults`, {
		method: body ? 'POST' : 'DELETE',
		...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	})
	expect(answer.status).toBe(200)
}

/** Sets random faults and decision delays of the provider's next calls. */
async function misbehave(): Promise<void> {
	const kinds = ['corte', 'corte_despues', '500', '503', '429', 'basura'] as const
	const fallas = Array.from({ length: Math.floor(random() * 5) }, () => ({ tipo: pick(kinds) }))
	const resultado = pick(['Aceptado', 'Aceptado con Reparo'])
	await sendFaults({ fallas, ajustes: { resultado, segundos_pendiente: pick([0, 300, 1200]) } })
}

/** Both processes run the jobs due `minutes` later in parallel. */
async function roundAfter(minutes: number): Promise<void> {
	shop.clock.advanceMinutes(minutes)
	await Promise.all(processes.map((one) => runDocumentBatch(one)))
	await shop.drainJobs()
}

const issuedPage = z.object({
	last_page: z.int(),
	data: z.array(z.object({ TipoDTE: z.int(), Folio: z.int(), MntTotal: z.int(), Token: z.string() })),
})

/** Reads the provider's books by its own call. */
async function readBooks() {
	const apikey = simulatorKey(shop.secrets)
	const issued: z.infer<typeof issuedPage>['data'] = []
	for (let Page = 1, last = 1; Page <= last; Page += 1) {
		const answer = await fetch(`${shop.simulatorsUrl}/openfactura/v2/dte/document/issued`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', apikey },
			body: JSON.stringify({ Page }),
		})
		const page = issuedPage.parse(await answer.json())
		last = page.last_page
		issued.push(...page.data)
	}
	return issued
}

it(`${howMany} orders get the documents that they need, once, under random failures (seed ${seed})`, async () => {
	const lives: Life[] = []
	for (let n = 0; n < howMany; n += 1) lives.push(await anOrder(n))
	for (let open = lives; open.length > 0; open = lives.filter(({ waiting }) => waiting.length > 0)) {
		await misbehave()
		const boss = await theBoss(shop)
		// A gateway page is paid within its half hour.
		const moved = open.filter(({ waiting }) => waiting[0] === 'pay_at_gateway' || random() < 0.5)
		for (const [at, life] of moved.entries()) {
			const step = life.waiting.shift()
			if (step) await carryOut(boss, life, step)
			// Jobs stay within the rounds of one drain.
			if (at % 20 === 19) await shop.drainJobs()
		}
		await roundAfter(1 + random() * 3)
	}
	await sendFaults()
	const { db } = shop.database
	const isOpen = sql`${documentosTributarios.intentar_at} is not null`
	for (
		let rounds = 0;
		rounds < 60 + howMany / 10 && (await db.$count(documentosTributarios, isOpen)) > 0;
		rounds += 1
	) {
		await roundAfter(2)
	}

	const rows = await db.select().from(documentosTributarios)
	expect(rows.filter(({ estado }) => estado !== 'aceptada')).toEqual([])
	const books = await readBooks()
	const inBooks = books.map(({ TipoDTE, Folio, MntTotal, Token }) => `${TipoDTE} ${Folio} ${MntTotal} ${Token}`)
	const inShop = rows.map(({ tipo, folio, monto, token }) => `${tipo} ${folio} ${monto} ${token}`)
	expect(inBooks.toSorted()).toEqual(inShop.toSorted())
	for (const { orden_id, stands, tipo: kind } of lives) {
		const own = rows.filter((row) => row.orden_id === orden_id)
		const [sales, notes] = [own.filter(({ tipo }) => tipo !== 61), own.filter(({ tipo }) => tipo === 61)]
		const sum = (some: typeof own) => some.reduce((pesos, { monto }) => pesos + monto, 0)
		expect(sum(sales) - sum(notes)).toBe(stands)
		expect(sales.filter(({ tipo }) => tipo !== kind)).toEqual([])
		expect(sales.length - notes.length).toBe(stands > 0 ? 1 : 0)
	}
	expect(await violatedInvariantsOf(shop)).toEqual([])
})
