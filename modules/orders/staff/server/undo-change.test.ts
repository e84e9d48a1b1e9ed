import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { documentFacts } from '#tests/documents-of.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer
const provider = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTaxShop({ provider })
})
beforeEach(async () => {
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
	await proveAddress(shop, ana.email)
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
})

const put = async (order: PayableOrder, field: object) => {
	const answer = await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, field)
	expect(answer.statusCode, answer.body).toBe(200)
	return answer.json()
}
const act = (order: PayableOrder, action: string, body: object = {}) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, body)
const undo = (order: PayableOrder) => act(order, 'deshacer')
const detailOf = async (order: PayableOrder) => (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()

/** The mails of a kind about an order, by whether they were sent. */
async function mailsOf(order: PayableOrder, ...kinds: (typeof correos.$inferSelect)['plantilla'][]) {
	const rows = await shop.database.db
		.select({ plantilla: correos.plantilla, enviado_at: correos.enviado_at })
		.from(correos)
		.where(and(eq(correos.orden_id, order.orden_id), inArray(correos.plantilla, kinds)))
	return rows.map(({ plantilla, enviado_at }) => [plantilla, enviado_at === null ? 'waits' : 'left'])
}

/** Runs the due jobs and the minute's schedule. */
async function work() {
	await shop.drainJobs()
	await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
}

async function aPaidOrder(color = 'Negro', cantidad = 1): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine(color, cantidad)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	await work()
	return order
}

describe('an undoable change by staff', () => {
	it('sends its mail and its documents after the minute', async () => {
		const order = await aPaidOrder()
		expect(await put(order, { estado: 'cancelado' })).toMatchObject({ deshacer_hasta: expect.any(String) })
		await work()
		expect(await mailsOf(order, 'orden_cancelada')).toEqual([['orden_cancelada', 'waits']])
		expect(await documentFacts(shop, order.orden_id)).toMatchObject([
			[39, 'emitida', 29_990],
			[61, 'por_emitir', 29_990],
		])
		shop.clock.advanceMinutes(2)
		await shop.retryJobs()
		boss = await theBoss(shop)
		expect(await mailsOf(order, 'orden_cancelada')).toEqual([['orden_cancelada', 'left']])
		expect(await detailOf(order)).toMatchObject({ deshacer_hasta: null })
		const late = await undo(order)
		expect([late.statusCode, late.json().code]).toEqual([409, 'ya_no_se_deshace'])
	})

	it.each([
		['by the field', (order: PayableOrder) => put(order, { estado: 'cancelado' })],
		['by the button', (order: PayableOrder) => act(order, 'cancelar', { motivo: 'se arrepintió' })],
	])(
		'that cancels a paid order %s is undone with its stock, and neither mail nor document leaves',
		async (_, cancel) => {
			const before = await stockOf(shop, 'Celeste')
			const order = await aPaidOrder('Celeste', 2)
			await cancel(order)
			expect(await stockOf(shop, 'Celeste')).toBe(before)
			const [first, again] = [await undo(order), await undo(order)]
			expect([first.statusCode, again.statusCode]).toEqual([200, 200])
			expect(first.json()).toMatchObject({ estado: 'pagada', stock_tomado: true, deshacer_hasta: null })
			expect(await stockOf(shop, 'Celeste')).toBe(before - 2)
			shop.clock.advanceMinutes(2)
			await shop.retryJobs()
			await work()
			expect(await mailsOf(order, 'orden_cancelada', 'orden_sigue')).toEqual([])
			expect(await documentFacts(shop, order.orden_id)).toMatchObject([[39, 'emitida', 59_980]])
		},
	)

	it('of a paid total is undone without a trace in its documents', async () => {
		const order = await aPaidOrder()
		await put(order, { total: 2999 })
		expect((await documentFacts(shop, order.orden_id)).length).toBe(3)
		expect((await undo(order)).json()).toMatchObject({ total: 29_990, estado: 'pagada' })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ pagado_a_mano: null })
		expect((await documentFacts(shop, order.orden_id)).length).toBe(1)
	})

	it('of the method is undone with its expiry', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		const before = await orderRow(shop, order.orden_id)
		await put(order, { metodo_pago: 'efectivo' })
		await undo(order)
		const { metodo_pago, expires_at } = await orderRow(shop, order.orden_id)
		expect({ metodo_pago, expires_at }).toEqual({ metodo_pago: 'transferencia', expires_at: before.expires_at })
	})

	it('that confirms a transfer is undone, and confirmed again mails the customer once', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		await act(order, 'confirmar_transferencia')
		await undo(order)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente', pagada_at: null })
		expect(await documentFacts(shop, order.orden_id)).toEqual([])
		await act(order, 'confirmar_transferencia')
		expect(await mailsOf(order, 'pago_confirmado')).toEqual([['pago_confirmado', 'waits']])
	})

	it('that is set back within the minute is undone', async () => {
		const order = await aPaidOrder()
		await put(order, { estado: 'cancelado' })
		expect(await put(order, { estado: 'pagada' })).toMatchObject({ estado: 'pagada', deshacer_hasta: null })
		expect(await mailsOf(order, 'orden_cancelada', 'orden_sigue')).toEqual([])
	})

	it('that resumes a cancelled order mails the customer after the minute', async () => {
		const order = await aPaidOrder()
		await put(order, { estado: 'cancelado' })
		shop.clock.advanceMinutes(2)
		boss = await theBoss(shop)
		await put(order, { estado: 'pagada' })
		await shop.retryJobs()
		expect(await mailsOf(order, 'orden_sigue')).toEqual([['orden_sigue', 'left']])
		const subjects = shop.inbox.mails().flatMap(({ to, subject }) => (to === ana.email ? [subject] : []))
		expect(subjects).toContain(`Tu pedido sigue en marcha · Orden N° ${order.nro_orden}`)
	})
})

describe('undoing a change', () => {
	it('fails after a payment arrived', async () => {
		const order = await aPlacedOrder(shop, ana)
		await put(order, { estado: 'cancelado' })
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		const answer = await undo(order)
		expect(answer.json()).toMatchObject({ code: 'ya_no_se_deshace', error: expect.stringContaining('cambió después') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ atencion: 'orden_cancelada' })
	})

	it('fails after a refund by hand', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		await act(order, 'confirmar_transferencia')
		const refund = { monto: 29_990, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
		const key = { 'idempotency-key': `devolver-${order.orden_id}` }
		await boss.send('POST', `/api/admin_ordenes/${order.orden_id}/devolver_a_mano/`, refund, key)
		expect((await undo(order)).json()).toMatchObject({ error: expect.stringContaining('se movió dinero') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada' })
	})

	it('fails after another account changed the order', async () => {
		const order = await aPaidOrder()
		await put(order, { estado: 'cancelado' })
		await put(order, { email: 'otra@correo.cl' })
		expect((await undo(order)).json()).toMatchObject({ error: expect.stringContaining('cambió después') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'cancelado' })
	})

	it('fails when its units were sold meanwhile, and leaves the order unchanged', async () => {
		const left = await stockOf(shop, 'Blanco')
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco', 1)] })
		await put(order, { estado: 'cancelado' })
		await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco', left)] })
		const answer = await undo(order)
		expect(answer.json()).toMatchObject({ code: 'ya_no_se_deshace', error: expect.stringContaining('quedan 0') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'cancelado', stock_tomado: false })
		expect(await mailsOf(order, 'orden_cancelada')).toEqual([['orden_cancelada', 'waits']])
	})

	it('fails when the only use of its code went to another order meanwhile', async () => {
		const limit = (valor: number | null) => boss.send('PUT', '/api/admin_ajustes/cupon_usos/', { valor })
		await limit(1)
		const discounted = { metodo_pago: 'efectivo', cupon: 'SHAKER5000', total: 24_990 } as const
		const order = await aPlacedOrder(shop, ana, discounted)
		await put(order, { estado: 'cancelado' })
		const other = await aPlacedOrder(shop, await aCustomer(shop, 'Berta'), discounted)
		const answer = await undo(order)
		expect([answer.statusCode, answer.json().code]).toEqual([409, 'ya_no_se_deshace'])
		expect(answer.json().error).toContain('cupón')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'cancelado', stock_tomado: false })
		await put(other, { estado: 'cancelado' })
		expect((await undo(order)).statusCode).toBe(200)
		await limit(null)
	})

	it("fails when its customer's unpaid orders reached the limit meanwhile, but not for a paid order", async () => {
		const limit = (valor: number) => boss.send('PUT', '/api/admin_ajustes/limite_ordenes_abiertas/', { valor })
		const waiting = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		const paid = await aPaidOrder()
		await put(waiting, { estado: 'cancelado' })
		await put(paid, { estado: 'cancelado' })
		await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		await limit(1)
		const answer = await undo(waiting)
		expect([answer.statusCode, answer.json().code]).toEqual([409, 'ya_no_se_deshace'])
		expect((await undo(paid)).statusCode).toBe(200)
		await limit(9_999)
	})

	it('fails after the customer deleted the account of a finished order', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		await put(order, { estado: 'cancelado' })
		await callsWith(shop, ana.access).send('POST', '/api/perfil/eliminar/', { password: ana.password })
		expect((await undo(order)).json()).toMatchObject({ error: expect.stringContaining('eliminó su cuenta') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'cancelado', email: '' })
	})

	it('keeps the case that a deleted account opened', async () => {
		const order = await aPaidOrder()
		await put(order, { estado: 'cancelado' })
		await callsWith(shop, ana.access).send('POST', '/api/perfil/eliminar/', { password: ana.password })
		expect((await undo(order)).statusCode).toBe(200)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', atencion: 'cuenta_eliminada' })
	})

	it('fails without a change', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		expect((await undo(order)).statusCode).toBe(409)
	})
})
