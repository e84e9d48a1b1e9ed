import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxInteger } from '#core/contract/fields.ts'
import { sku } from '#modules/catalog/product.ts'
import { aShop } from '#tests/a-shop.ts'
import { type ApiDocument, type Operation, operationsOf } from '#tests/api/fuzz-requests.ts'
import type { JsonSchema } from '#tests/api/schema-mismatch.ts'
import { schemaValues } from '#tests/api/schema-values.ts'
import { roundCalls } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const operations = operationsOf((await shop.app.inject('/api/openapi.json')).json<ApiDocument>())

interface Leaf {
	readonly place: 'body' | 'path' | 'query' | 'header'
	/** Path of property names to the value; an array is entered by its first element. */
	readonly path: readonly string[]
	readonly schema: JsonSchema
}

function leavesOf(schema: JsonSchema, place: Leaf['place'], path: readonly string[]): Leaf[] {
	const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
	if (inner.length > 0) return inner.flatMap((one) => leavesOf(one, place, path))
	if (schema.properties)
		return Object.entries(schema.properties).flatMap(([name, one]) => leavesOf(one, place, [...path, name]))
	if (schema.items) return leavesOf(schema.items, place, [...path, '0'])
	return [{ place, path, schema }]
}

const bodyOf = (operation: Operation) => operation.requestBody?.content?.['application/json']?.schema

/** Returns every value that a call reads in parameters and body. */
function inputsOf(operation: Operation): Leaf[] {
	const parameters = (operation.parameters ?? []).flatMap((one) => leavesOf(one.schema, one.in, [one.name]))
	const body = bodyOf(operation)
	return body ? [...parameters, ...leavesOf(body, 'body', [])] : parameters
}

const isWithin = (limit: number | undefined) => limit !== undefined && Math.abs(limit) <= maxInteger
const isOfKind = ({ type }: JsonSchema, kind: string) => [type].flat().includes(kind)

/** Returns the missing bound of a number or date schema; undefined when bounded. */
function lackOf(schema: JsonSchema & { formatMinimum?: string; formatMaximum?: string }): string | undefined {
	if (schema.enum || 'const' in schema) return undefined
	const isNumber = isOfKind(schema, 'integer') || isOfKind(schema, 'number')
	if (isNumber && !(isWithin(schema.minimum) && isWithin(schema.maximum))) return 'a number without bounds'
	const isDate = schema.format === 'date' || schema.format === 'date-time'
	return isDate && !(schema.formatMinimum && schema.formatMaximum) ? 'a date without a range' : undefined
}

describe('the check of the request schemas', () => {
	it('finds every number bounded to an integer column and every date to the years of the database', () => {
		const all = operations.flatMap((operation) =>
			inputsOf(operation).map((leaf) => ({ ...leaf, call: `${operation.method} ${operation.path}` })),
		)
		expect(all.length).toBeGreaterThan(100)
		const lacking = all.flatMap(({ call, place, path, schema }) => {
			const lack = lackOf(schema)
			return lack ? [`${call}: ${place} ${path.join('.')} is ${lack}`] : []
		})
		expect(lacking).toEqual([])
	})

	it('reports a schema without bounds', () => {
		expect(lackOf({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toBe('a number without bounds')
		expect(lackOf({ type: 'string', format: 'date' })).toBe('a date without a range')
		expect(lackOf({ type: 'integer', minimum: 0, maximum: 100 })).toBeUndefined()
	})
})

const extremeNumbers = [maxInteger, -maxInteger - 2, 2_999_030_000, 1e308]
const extremeDates = [
	'0000-01-01',
	'9999-12-31',
	'0000-01-01T00:00',
	'0000-01-01T00:00:00Z',
	'9999-12-31T23:59:59-23:59',
]

/** Returns the extreme values for a place; empty unless it has numbers or dates. */
function extremesOf({ schema, path }: Leaf): unknown[] {
	if (isOfKind(schema, 'integer') || isOfKind(schema, 'number')) return [...extremeNumbers, '999999999999']
	const isDate = /desde|hasta|fecha|hora|_at$/.test(path.at(-1) ?? '')
	return schema.format?.startsWith('date') || isDate ? extremeDates : []
}

function withValue(holder: unknown, path: readonly string[], value: unknown): unknown {
	const [name, ...rest] = path
	if (name === undefined) return value
	if (Array.isArray(holder)) return [withValue(holder[0], rest, value), ...holder.slice(1)]
	const record = typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>) : {}
	if (name === '0') return [withValue(undefined, rest, value)]
	return { ...record, [name]: withValue(record[name], rest, value) }
}

/** Sends one call with `value` at `leaf`; `ids` fill the path. */
async function send(operation: Operation, { leaf, value, ids }: { leaf: Leaf; value: unknown; ids: Existing }) {
	const { soundOf } = schemaValues(ids)
	const sound = (schema: JsonSchema, name?: string) => fc.sample(soundOf(schema, name), { numRuns: 1, seed: 7 })[0]
	const parameters = operation.parameters ?? []
	const named = (place: string) =>
		parameters
			.filter((one) => one.in === place)
			.flatMap((one) => {
				const isIt = leaf.place === place && leaf.path[0] === one.name
				if (isIt) return [[one.name, String(value)] as const]
				return place !== 'query' || one.required ? [[one.name, String(sound(one.schema, one.name))] as const] : []
			})
	const path = named('path').reduce(
		(url, [name, one]) => url.replace(`{${name}}`, encodeURIComponent(one)),
		operation.path,
	)
	const query = new URLSearchParams(named('query').map(([name, one]) => [name, one]))
	const schema = bodyOf(operation)
	const body = schema && sound(schema)
	return await shop.app.inject({
		method: operation.method as 'POST',
		url: `${path}?${query}`,
		headers: {
			authorization: boss.authorization,
			'idempotency-key': randomUUID(),
			...(schema && { 'content-type': 'application/json' }),
		},
		...(schema && { payload: JSON.stringify(leaf.place === 'body' ? withValue(body, leaf.path, value) : body) }),
	})
}

type Existing = Parameters<typeof schemaValues>[0]

/** Edit fields, whose schema accepts any field name. */
const editedFields: Readonly<Record<string, readonly string[]>> = {
	'/api/admin_ordenes/{id}/': ['total'],
	'/api/admin_productos/{id}/': ['precio', 'stock', 'low_stock_threshold'],
}

const editLeaves = (operation: Operation): Leaf[] =>
	operation.method === 'PUT'
		? (editedFields[operation.path] ?? []).map((name) => ({ place: 'body', path: [name], schema: { type: 'integer' } }))
		: []

/** Existing ids by path prefix. */
async function existing(): Promise<(path: string) => Existing> {
	const rounds = roundCalls(shop, boss, ana)
	const [first, second] = [await rounds.toBring(0), await rounds.toBring(1)]
	const pickup = (await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400000' })).orden_id
	const round = await rounds.leave(await rounds.plan(first, second))
	const stop = round.paradas[0]?.id
	return (path) => {
		const id = path.includes('admin_paradas')
			? stop
			: path.includes('admin_rondas')
				? round.id
				: path.includes('admin_productos')
					? 1
					: path.includes('admin_ordenes')
						? first
						: pickup
		return {
			id: [id],
			orden_id: [pickup],
			sku: [sku],
			color: ['Negro'],
			tipo_entrega: ['retiro'],
			telefono: ['987654321'],
		}
	}
}

describe('a call with an extreme value', () => {
	it('never answers with a 5xx', async () => {
		const idsOf = await existing()
		const failed: string[] = []
		let count = 0
		for (const operation of operations) {
			const ids = idsOf(operation.path)
			for (const leaf of [...inputsOf(operation), ...editLeaves(operation)]) {
				for (const value of extremesOf(leaf)) {
					const answer = await send(operation, { leaf, value, ids })
					count += 1
					if (answer.statusCode >= 500)
						failed.push(`${operation.method} ${operation.path} ${leaf.path.join('.')}=${value}: ${answer.body}`)
					if (answer.statusCode === 401 && !operation.path.includes('sesion')) boss = await theBoss(shop)
				}
			}
		}
		expect(count).toBeGreaterThan(300)
		expect(failed).toEqual([])
	}, 300_000)
})

describe('an amount of cash', () => {
	it.each([300_000, 2_999_030_000, '999999999999'])(
		'is rejected with a message beside its field: %s',
		async (recibido) => {
			const rounds = roundCalls(shop, boss, ana)
			const order = await rounds.toBring(0)
			const round = await rounds.leave(await rounds.plan(order))
			const answer = await rounds.press(round.paradas[0], 'entregar', { recibido })
			expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'cobro_excesivo', campo: 'recibido' }])
			expect(answer.json().error).toBe('Revisa el monto: es más de 10 veces lo que se cobra, $29.990.')
			const most = await rounds.press(round.paradas[0], 'entregar', { recibido: 299_900 })
			expect(most.json().paradas[0]).toMatchObject({ cobrado: 29_990, vuelto: 269_910 })
			const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400001' })
			const url = `/api/admin_retiros/${orden_id}/entregar/`
			const pickup = await rounds.post(url, { sin_codigo: 'mostró su cédula', recibido })
			expect([pickup.statusCode, pickup.json()]).toMatchObject([422, { code: 'cobro_excesivo', campo: 'recibido' }])
		},
	)
})

describe('an impossible date', () => {
	it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])('is rejected by the schema: %s', async (hecha_at) => {
		const rounds = roundCalls(shop, boss, ana)
		const round = await rounds.leave(await rounds.plan(await rounds.toBring(0)))
		for (const [what, body] of [
			['entregar', {}],
			['no_entregar', { motivo: 'otro' }],
			['deshacer', {}],
		] as const) {
			const answer = await rounds.press(round.paradas[0], what, { ...body, hecha_at })
			expect([answer.statusCode, answer.json()]).toMatchObject([400, { campos: ['hecha_at'] }])
		}
	})

	it('is rejected with a message as the hour of a pickup', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400002' })
		for (const hora of ['0000-01-01T00:00', '1999-12-31T12:00', '9999-12-31T23:59', '2026-02-30T12:00']) {
			const answer = await boss.send('POST', `/api/admin_retiros/${orden_id}/acordar/`, { hora })
			expect([hora, answer.statusCode, answer.json()]).toMatchObject([
				hora,
				422,
				{ code: 'valor_invalido', campo: 'hora' },
			])
		}
	})
})
