import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

/** More than one run has calls for. */
const many = 95
const provider = createFakeTaxDocuments()
let shop: TaxShop
let orderId: string

beforeAll(async () => {
	shop = await openTaxShop({ provider })
	orderId = (await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'transferencia' })).orden_id
})
beforeEach(async () => {
	provider.state = { kind: 'known', estado: 'aceptado', detail: '' }
	await shop.database.db.delete(documentosTributarios)
})
afterAll(() => shop.stop())

type Changes = Partial<TaxDocumentRow> & Pick<TaxDocumentRow, 'secuencia'>
const row = (changes: Changes) => {
	const due = shop.clock.now()
	return { id: randomUUID(), orden_id: orderId, tipo: 39 as const, monto: 29_990, intentar_at: due, ...changes }
}
const emitted = (secuencia: number, intentar_at = shop.clock.now()) =>
	row({ secuencia, estado: 'emitida', folio: secuencia, token: randomUUID(), fecha: '2026-11-23', intentar_at })
const insert = (rows: ReturnType<typeof row>[]) => shop.database.db.insert(documentosTributarios).values(rows)
const runRound = () => runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
const estadoOf = async (secuencia: number) => {
	const isIt = and(eq(documentosTributarios.secuencia, secuencia), eq(documentosTributarios.tipo, 39))
	const [found] = await shop.database.db.select().from(documentosTributarios).where(isIt)
	return found?.estado
}

it('polls emitted documents, however many notes wait until their boletas are accepted', async () => {
	const tomorrow = new Date(shop.clock.now().getTime() + 86_400_000)
	const sequences = Array.from({ length: many }, (_, at) => at + 1)
	await insert(sequences.map((secuencia) => emitted(secuencia, tomorrow)))
	await insert(sequences.map((secuencia) => row({ secuencia, tipo: 61 })))
	await insert([emitted(many + 1)])
	await runRound()
	expect(await estadoOf(many + 1)).toBe('aceptada')
	expect(provider.sent.filter(({ tipo }) => tipo === 61)).toEqual([])
})

it('polls emitted documents, however many wait for folios', async () => {
	provider.faults.push(...Array.from({ length: many }, () => ({ kind: 'no_folios' }) as const))
	const sequences = Array.from({ length: many }, (_, at) => at + 1)
	await insert(sequences.map((secuencia) => row({ secuencia })))
	await insert([emitted(many + 1)])
	await runRound()
	expect(await estadoOf(many + 1)).toBe('aceptada')
	expect(await estadoOf(1)).toBe('por_emitir')
})

it('retries a note whose boleta was accepted', async () => {
	await insert([{ ...emitted(1), estado: 'aceptada' }, row({ secuencia: 1, tipo: 61, intentos: 1 })])
	await insert([emitted(2, new Date(shop.clock.now().getTime() + 86_400_000))])
	await runRound()
	expect(provider.sent.filter(({ tipo }) => tipo === 61)).toHaveLength(1)
})
