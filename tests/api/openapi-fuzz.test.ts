import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { sku } from '#modules/catalog/product.ts'
import { aShop } from '#tests/a-shop.ts'
import { type ApiDocument, type Operation, operationsOf, promisedFor, requestsOf } from '#tests/api/fuzz-requests.ts'
import { mismatch } from '#tests/api/schema-mismatch.ts'
import type { Existing } from '#tests/api/schema-values.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn } from '#tests/shop-helpers.ts'

/**
 * Sends generated requests to every endpoint of the OpenAPI document, as anonymous user, customer and staff, and validates
 * every answer against its declared schema. `FUZZ_RUNS`: number of requests (the measured run has 20,000); `FUZZ_SEED`:
 * seed.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 372)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

const identities = ['nobody', 'customer', 'staff'] as const
type Identity = (typeof identities)[number]

const access = new Map<Identity, string>()

const shop = await aShop()
await renew('customer')
await renew('staff')

/** Logs in again, because a fuzzed call may have ended the session or deleted the account. */
async function renew(identity: Identity): Promise<void> {
	if (identity === 'customer') access.set(identity, (await aCustomer(shop)).access)
	if (identity === 'staff') access.set(identity, (await logIn(shop, staffLogin.email, staffLogin.password)).access)
}

/** Creates orders of every payment method and returns all ids. */
async function somethingOfEverything(): Promise<Existing> {
	const customer = await aCustomer(shop)
	access.set('customer', customer.access)
	const orders: string[] = []
	for (const metodo_pago of metodosPago) orders.push((await aPlacedOrder(shop, customer, { metodo_pago })).orden_id)
	return {
		sku: [sku],
		orden_id: orders,
		id: [...orders, 2, 3, 4, randomUUID()],
		color: ['Negro', 'Rosado'],
		carrito: [[cartLine()]],
		total: [29_990, 24_990],
		cupon: ['shaker5000'],
		tipo_entrega: ['retiro'],
		metodo_pago: [...metodosPago],
		username: [customer.email],
		estado: ['pendiente', 'pagada', 'cancelado'],
		desde: ['2026-01-01'],
		hasta: ['2026-12-31'],
		lat: [-33.44],
		lng: [-70.65],
		zoom: [16],
		telefono: ['987654321'],
		lugar_id: ['metro-baquedano'],
		email: [customer.email],
		refresh: [customer.refresh],
		external_reference: orders,
		campo: ['estado', 'precio', 'stock', 'email', 'is_active'],
		page: [1, 2],
		page_size: [1, 20],
	}
}

const failuresOf = (
	operation: Operation,
	request: InjectOptions,
	answer: LightMyRequestResponse,
): string | undefined => {
	const told = `${operation.method} ${String(request.url).slice(0, 200)} ${String(request.payload).slice(0, 300)} → ${answer.statusCode}`
	// A gateway that does not answer is 502 or 503 by design; every simulator here answers.
	if (answer.statusCode >= 500) return `${told} ${answer.body.slice(0, 300)}`
	const promised = promisedFor(operation, answer.statusCode)
	if (!promised) return `${told}: the document promises no such status`
	const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
	if (type !== 'application/json') {
		if (answer.statusCode < 300) return undefined
		return `${told}: an error that is ${type}`
	}
	const schema = promised.content?.['application/json']?.schema
	const found = schema && mismatch(schema, answer.json())
	return found && `${told}: ${found}`
}

it(`answers random requests as the OpenAPI document declares, never with a 5xx (${runs} requests)`, async () => {
	const document = (await shop.app.inject('/api/openapi.json')).json<ApiDocument>()
	const operations = operationsOf(document)
	expect(operations.length).toBeGreaterThan(50)
	const existing = await somethingOfEverything()
	const each = Math.ceil(runs / operations.length)
	const failures: string[] = []
	const statuses = new Map<number, number>()
	for (const [place, operation] of operations.entries()) {
		const requests = fc.sample(requestsOf(operation, existing), { numRuns: each, seed: seed + place })
		for (const [n, request] of requests.entries()) {
			const identity = identities[n % identities.length] ?? 'nobody'
			const token = access.get(identity)
			const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
			const answer = await shop.app.inject({ ...request, headers })
			statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
			const failure = failuresOf(operation, request, answer)
			if (failure) failures.push(failure)
			if (identity !== 'nobody' && answer.body.includes('sesion_expirada')) await renew(identity)
		}
	}
	if (process.env.FUZZ_RUNS)
		console.log(`seed ${seed}: ${each * operations.length} requests`, Object.fromEntries(statuses))
	expect(failures.slice(0, 25), `FUZZ_SEED=${seed}`).toEqual([])
}, 3_600_000)
