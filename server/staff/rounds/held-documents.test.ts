import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDocumentBatch } from '#server/emission/run-batch.ts'
import { documentsOf } from '#tests/documents-of.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let boss: StaffCalls
let rounds: ReturnType<typeof roundCalls>
const provider = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTestShop({ tax: { provider, modelo: 'siempre', momento: 'pago', pauseMs: 0 } })
})
beforeEach(async () => {
	provider.sent.splice(0)
	// The test before may have moved the clock past the end of a session.
	boss = await theBoss(shop)
	rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
})
afterAll(() => shop.stop())

/** What jobs and a round of the minute emit now. */
async function emit() {
	await shop.drainJobs()
	await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
}
/** An order paid in cash that was handed over at its door a moment ago. */
async function handedOver() {
	const order = await rounds.toBring(0)
	const stop = stopOf(await rounds.leave(await rounds.plan(order)), order)
	await rounds.press(stop, 'entregar', { recibido: 29_990 })
	return { order, stop }
}
const typesOf = async (order: string) => (await documentsOf(shop, order)).map(({ tipo, estado }) => [tipo, estado])

it('the boleta of what was paid at the door is made once that cannot be taken back any more', async () => {
	const { order } = await handedOver()
	await emit()
	expect(provider.sent).toEqual([])
	expect(await typesOf(order)).toEqual([[39, 'por_emitir']])
	shop.clock.advanceMinutes(2)
	await emit()
	expect(provider.sent).toMatchObject([{ tipo: 39 }])
	expect(await typesOf(order)).toEqual([[39, 'emitida']])
})

it('a delivery that is taken back leaves no document, and pressed again it has one', async () => {
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

it('an order that is cancelled within the minute needs no note for a boleta that nobody made', async () => {
	const { order } = await handedOver()
	await boss.send('POST', `/api/admin_ordenes/${order}/cancelar/`, {})
	shop.clock.advanceMinutes(2)
	await emit()
	expect([await typesOf(order), provider.sent]).toEqual([[], []])
})

it('what staff change within the minute is said by the one boleta, still after it', async () => {
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
