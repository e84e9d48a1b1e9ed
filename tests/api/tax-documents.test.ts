import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { documentFacts, documentMails, documentsOf } from '#tests/documents-of.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { createFakeTaxDocuments, type FakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'
import { onVersion, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer
const provider: FakeTaxDocuments = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTaxShop({ provider })
	ana = await aCustomer(shop, 'Ana')
	await proveAddress(shop, ana.email)
})
beforeEach(async () => {
	// Runs the jobs left by the previous test.
	await releaseHeld(shop)
	provider.faults.length = 0
	provider.sent.length = 0
	provider.state = { kind: 'known', estado: 'pendiente', detail: '' }
	provider.remaining.clear()
	// A test may have moved the clock past the end of the session.
	boss = await theBoss(shop)
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
})

const act = (order: PayableOrder, action: string, payload?: object, headers?: Record<string, string>) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, headers)
const detailOf = async (order: PayableOrder) => (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
const madeFor = async (order: PayableOrder) => {
	const ids = (await documentsOf(shop, order.orden_id)).map(({ id }) => id)
	return provider.made.filter(({ id }) => ids.includes(id))
}
/** Runs one round `minutes` later. */
async function roundAfter(minutes: number) {
	shop.clock.advanceMinutes(minutes)
	await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
	await releaseHeld(shop)
}

const aTransfer = () => aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
/** A transfer confirmed by staff, with its boleta issued. */
async function aDocumentedOrder(): Promise<PayableOrder> {
	const order = await aTransfer()
	await act(order, 'confirmar_transferencia')
	await releaseHeld(shop)
	return order
}
async function accept() {
	provider.state = { kind: 'known', estado: 'aceptado', detail: '' }
	await roundAfter(2)
}

describe('a sale', () => {
	it('gets one boleta at its payment, sent by mail and shown with the order', async () => {
		const order = await aTransfer()
		const shownAfterPaying = async () =>
			(await shop.app.inject(`/api/orden_transferencia_exitosa/?orden_id=${order.orden_id}`)).json().documento
		expect([await documentFacts(shop, order.orden_id), await shownAfterPaying()]).toEqual([[], null])
		await Promise.all([1, 2, 3].map(() => act(order, 'confirmar_transferencia')))
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'por_emitir', 29_990]])
		expect(await shownAfterPaying()).toBe(39)
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
		await act(order, 'entregar')
		await releaseHeld(shop)
		expect(provider.sent).toMatchObject([{ tipo: 39, neto: 25_202, iva: 4788, total: 29_990, medio_pago: 3 }])

		const [{ folio } = { folio: null }] = await documentsOf(shop, order.orden_id)
		const mail = shop.inbox.mails().find(({ subject }) => subject.startsWith(`Boleta N° ${folio} `))
		expect(mail?.text).toContain(`Boleta N° ${folio}`)
		const link = /https?:\S+\/api\/documentos\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
		const file = await shop.app.inject({ url: new URL(link).pathname })
		expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([
			200,
			'application/pdf',
			`pdf 39 ${folio}`,
		])
		expect(file.headers['content-disposition']).toBe(`inline; filename="boleta-${folio}.pdf"`)

		const session = await logIn(shop, ana.email, ana.password)
		const profile = await shop.app.inject({
			url: '/api/perfil/',
			headers: { authorization: `Bearer ${session.access}` },
		})
		const own = profile.json().ordenes.find(({ id }: { id: string }) => id === order.orden_id)
		expect(own.documentos).toMatchObject([{ tipo: 39, folio, estado: 'emitida', monto: 29_990 }])
		expect(own.documentos[0]).not.toHaveProperty('xml')
		expect((await shop.app.inject({ url: own.documentos[0].url })).statusCode).toBe(200)
		const [forStaff] = (await detailOf(order)).documentos
		expect((await shop.app.inject({ url: forStaff.xml })).body).toBe(`xml 39 ${folio}`)
		expect((await shop.app.inject({ url: `${forStaff.xml}x` })).statusCode).toBe(403)
	})

	it('gets its boleta at delivery when paid in cash, and none for a total of zero', async () => {
		const cash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		await act(cash, 'entregar')
		expect(await documentFacts(shop, cash.orden_id)).toEqual([[39, 'por_emitir', 29_990]])
		await releaseHeld(shop)
		expect(provider.sent).toMatchObject([{ medio_pago: 1 }])
		const free = await aTransfer()
		const { version } = await orderRow(shop, free.orden_id)
		await boss.send('PUT', `/api/admin_ordenes/${free.orden_id}/`, { total: 0 }, onVersion(version))
		await act(free, 'confirmar_transferencia')
		expect(await documentFacts(shop, free.orden_id)).toEqual([])
	})

	it("gets its boleta from a job, so a gateway's call never waits for it", async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', 2)] })
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		expect(provider.sent).toEqual([])
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'por_emitir', 59_980]])
		await releaseHeld(shop)
		expect(provider.sent).toMatchObject([{ medio_pago: 2, lineas: [{ cantidad: 2, monto: 59_980 }] }])
	})

	it('keeps the tax model under which it was placed', async () => {
		const order = await aTransfer()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ boleta_modelo: 'siempre', boleta_momento: 'pago' })
		const later = await aTransfer()
		await shop.database.db.update(ordenes).set({ boleta_momento: 'entrega' }).where(eq(ordenes.id, later.orden_id))
		await act(later, 'confirmar_transferencia')
		expect(await documentFacts(shop, later.orden_id)).toEqual([])
		await act(later, 'entregar')
		expect(await documentFacts(shop, later.orden_id)).toEqual([[39, 'por_emitir', 29_990]])
	})

	it('gets no boleta for a gateway payment under `no_emito`, and its refund is a case for staff', async () => {
		const order = await aPlacedOrder(shop, ana)
		await shop.database.db.update(ordenes).set({ boleta_modelo: 'no_emito' }).where(eq(ordenes.id, order.orden_id))
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		const refund = { monto: 29_990, motivo: 'Retracto del cliente' }
		expect((await act(order, 'devolver', refund, { 'idempotency-key': randomUUID() })).statusCode).toBe(200)
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([])
		expect(await detailOf(order)).toMatchObject({ atencion: 'nota_credito_manual' })
	})
})

describe('a refund', () => {
	it('gets a nota de crédito (61) after a cancellation, which waits until the boleta is accepted', async () => {
		const order = await aDocumentedOrder()
		await act(order, 'cancelar', { motivo: 'El cliente se arrepintió' })
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([
			[39, 'emitida', 29_990],
			[61, 'por_emitir', 29_990],
		])
		await accept()
		const [boleta, note] = await documentsOf(shop, order.orden_id)
		expect([boleta?.estado, note?.estado]).toEqual(['aceptada', 'emitida'])
		const sent = provider.sent.find(({ id }) => id === note?.id)
		expect(sent).toMatchObject({ tipo: 61, total: 29_990, referencia: { tipo: 39, folio: boleta?.folio } })
		await accept()
		expect((await documentFacts(shop, order.orden_id)).map(([, estado]) => estado)).toEqual(['aceptada', 'aceptada'])
		expect((await documentMails(shop, order.orden_id)).length).toBe(2)
		expect(await shop.files.get(`documentos/${boleta?.id}.xml`)).toBeDefined()
	})

	it('annuls the boleta and issues a new one for the rest when partial', async () => {
		const order = await aPlacedOrder(shop, ana)
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		const refund = { monto: 5000, motivo: 'Llegó rayado' }
		await act(order, 'devolver', refund, { 'idempotency-key': randomUUID() })
		await releaseHeld(shop)
		expect((await documentFacts(shop, order.orden_id)).map(([tipo, , monto]) => [tipo, monto])).toEqual([
			[39, 29_990],
			[61, 29_990],
			[39, 24_990],
		])
		await accept()
		expect(await madeFor(order)).toMatchObject([
			{ tipo: 39, total: 29_990 },
			{ tipo: 39, total: 24_990, descuento: 5000 },
			{ tipo: 61, total: 29_990 },
		])
	})

	it('annuls the boleta and issues a new one when due to a total changed by staff', async () => {
		const order = await aDocumentedOrder()
		const { version } = await orderRow(shop, order.orden_id)
		await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { total: 31_000 }, onVersion(version))
		expect((await documentFacts(shop, order.orden_id)).map(([tipo, , monto]) => [tipo, monto])).toEqual([
			[39, 29_990],
			[61, 29_990],
			[39, 31_000],
		])
	})
})

describe('the tax document provider', () => {
	it('returns one document for one key when its first answer was lost', async () => {
		const order = await aTransfer()
		provider.faults.push('lost')
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'por_emitir', 29_990]])
		await roundAfter(2)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
		const [first, second] = provider.sent
		expect(second).toEqual(first)
		expect((await madeFor(order)).length).toBe(1)
		expect((await documentMails(shop, order.orden_id)).length).toBe(1)
	})

	it('causes a case when it does not answer for 24 hours, and the document is not sent again automatically', async () => {
		const order = await aTransfer()
		provider.faults.push('lost')
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		await roundAfter(24 * 60)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'por_revisar', 29_990]])
		boss = await theBoss(shop)
		expect(await detailOf(order)).toMatchObject({ atencion: 'documento_por_revisar' })
		await roundAfter(60)
		expect(provider.sent.length).toBe(1)
		boss = await theBoss(shop)
		expect((await act(order, 'emitir_documento')).statusCode).toBe(200)
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
		expect((await madeFor(order)).length).toBe(1)
	})

	it('issues a document dated on the day when it is available again', async () => {
		const order = await aTransfer()
		const away = { kind: 'unknown', didNothing: true, reason: 'ECONNREFUSED' } as const
		provider.faults.push(away, away)
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		await roundAfter(2 * 24 * 60)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'por_emitir', 29_990]])
		await roundAfter(2 * 24 * 60)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
		const [first, , last] = provider.sent
		expect(Date.parse(last?.fecha ?? '') - Date.parse(first?.fecha ?? '')).toBeGreaterThanOrEqual(3 * 86_400_000)
	})

	it('causes a case with its reason when it rejects a document, which staff can send again', async () => {
		const order = await aTransfer()
		provider.faults.push({ kind: 'refused', code: 'OF-08', reason: 'GiroEmis' })
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		expect((await detailOf(order)).documentos).toMatchObject([{ estado: 'por_revisar', motivo: 'OF-08: GiroEmis' }])
		const list = await boss.get('/api/admin_listar_ordenes/?documento=por_revisar')
		expect(list.json().results.map(({ id }: { id: string }) => id)).toContain(order.orden_id)
		await act(order, 'emitir_documento')
		await releaseHeld(shop)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
	})

	it('stops neither sale nor refund without folios, and staff get a mail; few folios send one too', async () => {
		const order = await aTransfer()
		provider.faults.push({ kind: 'no_folios' })
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		expect(await detailOf(order)).toMatchObject({ estado: 'pagada' })
		expect(shop.inbox.mails().some(({ subject }) => subject === 'No quedan folios de Boleta')).toBe(true)
		provider.remaining.set(39, 1000)
		provider.remaining.set(61, 19)
		await roundAfter(2)
		expect(await documentFacts(shop, order.orden_id)).toEqual([[39, 'emitida', 29_990]])
		const subjects = shop.inbox.mails().map(({ subject }) => subject)
		expect(subjects).toContain('Quedan pocos folios de Nota de crédito: 19')
		expect(subjects.some((subject) => subject.startsWith('Quedan pocos folios de Boleta'))).toBe(false)
	})

	it('causes a case when it rejects an issued document, which staff can replace', async () => {
		const order = await aDocumentedOrder()
		provider.state = { kind: 'known', estado: 'rechazado', detail: 'CAF vencido' }
		await roundAfter(2)
		expect(await detailOf(order)).toMatchObject({
			atencion: 'documento_rechazado',
			documentos: [{ estado: 'rechazada', motivo: 'CAF vencido' }],
		})
		provider.state = { kind: 'known', estado: 'pendiente', detail: '' }
		await act(order, 'emitir_documento')
		await releaseHeld(shop)
		expect((await documentFacts(shop, order.orden_id)).map(([tipo, estado]) => [tipo, estado])).toEqual([
			[39, 'rechazada'],
			[39, 'emitida'],
		])
		expect((await act(order, 'emitir_documento')).statusCode).toBe(409)
		await accept()
		expect((await act(order, 'emitir_documento')).statusCode).toBe(409)
	})
})
