import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { documentsOf } from '#tests/documents-of.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let rounds: ReturnType<typeof roundCalls>
const provider = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTaxShop({ provider })
})
beforeEach(async () => {
	provider.sent.splice(0)
	// An earlier test may have moved the clock past the end of a session.
	boss = await theBoss(shop)
	rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
})
afterAll(() => shop.stop())

/** Runs the due jobs and the minute's emission. */
async function emit() {
	await shop.drainJobs()
	await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
}
/** An order paid in cash and handed over a moment ago. */
async function handedOver() {
	const order = await rounds.toBring(0)
	const stop = stopOf(await rounds.leave(await rounds.plan(order)), order)
	await rounds.press(stop, 'entregar', { recibido: 29_990 })
	return { order, stop }
}
const typesOf = async (order: string) => (await documentsOf(shop, order)).map(({ tipo, estado }) => [tipo, estado])

it('emits the boleta of a cash delivery once it can no longer be undone', async () => {
	const { order } = await handedOver()
	await emit()
	expect(provider.sent).toEqual([])
	expect(await typesOf(order)).toEqual([[39, 'por_emitir']])
	shop.clock.advanceMinutes(2)
	await emit()
	expect(provider.sent).toMatchObject([{ tipo: 39 }])
	expect(await typesOf(order)).toEqual([[39, 'emitida']])
})

it('emits no document for an undone delivery, and one when it is pressed again', async () => {
	const { order, stop } = await handedOver()
	await rounds.press(stop, 'deshacer')
	shop.clock.advanceMinutes(2)
	await emit()
	expect([await typesOf(order), provider.sent]).toEqual([[], []])
	await rounds.press(stop, 'entregar', { recibido: 30_000 })
	shop.clock.advanceMinutes(2)
	await emit()
	expect(provider.sent).toMatchObject([{ tipo: 39 }])
	expect(await typesOf(order)).toEqual([[39, 'emitida']])
})

it('emits no nota de crédito for an order cancelled within the minute, as it has no boleta', async () => {
	const { order } = await handedOver()
	await boss.send('POST', `/api/admin_ordenes/${order}/cancelar/`, {})
	shop.clock.advanceMinutes(2)
	await emit()
	expect([await typesOf(order), provider.sent]).toEqual([[], []])
})

it('emits one boleta with the changes of staff within the minute', async () => {
	const { order } = await handedOver()
	const edited = await boss.send('PUT', `/api/admin_ordenes/${order}/`, { total: 25_000 })
	expect(edited.statusCode, edited.body).toBe(200)
	await emit()
	expect(provider.sent).toEqual([])
	shop.clock.advanceMinutes(2)
	await emit()
	expect(provider.sent).toMatchObject([{ tipo: 39, total: 25_000 }])
	expect(await typesOf(order)).toEqual([[39, 'emitida']])
})
