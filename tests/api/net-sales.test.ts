import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { SummaryAnswer } from '#modules/numbers/shapes.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, cartLine, type TestCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer
const provider = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTaxShop({ provider })
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
})
afterAll(() => shop.stop())

const act = (order: PayableOrder, action: string, payload?: object) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, { 'idempotency-key': randomUUID() })
const refundByHand = (order: PayableOrder, monto: number) =>
	act(order, 'devolver_a_mano', { monto, medio: 'transferencia', fecha: dayIn(shop.clock.now()) })

async function byCard(units = 1): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', units)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	return order
}
async function byTransfer(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine('Celeste')] })
	await act(order, 'confirmar_transferencia')
	return order
}

/** The lines of the payments' file. */
async function readPayments(query = ''): Promise<Record<string, string>[]> {
	const file = (await boss.get(`/api/admin_exportar/pagos.csv${query}`)).body
	const [head = '', ...lines] = file.trimEnd().split('\r\n')
	const names = head.slice(1).split(';')
	return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at], cell])))
}

/** Orders of every kind at 29.990 a unit; 7 units less the partial refunds remain. */
async function sellAMix(): Promise<void> {
	const inCash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado')] })
	await act(inCash, 'entregar')
	await byCard()
	const [partly, wholly, cancelled, cancelledAndPaidBack, disputed] = [
		await byCard(2),
		await byCard(),
		await byCard(),
		await byCard(),
		await byCard(),
	]
	const [transfer, lowered, cancelledTransfer] = [await byTransfer(), await byTransfer(), await byTransfer()]
	await releaseHeld(shop)
	await act(partly, 'devolver', { monto: 10_000, motivo: 'Llegó rayado' })
	await act(wholly, 'devolver', { monto: 29_990, motivo: 'No la quiere' })
	await act(cancelled, 'cancelar', { motivo: 'Sin respuesta' })
	await act(cancelledAndPaidBack, 'cancelar', { motivo: 'Se arrepintió' })
	await act(cancelledAndPaidBack, 'devolver', { monto: 29_990, motivo: 'Se arrepintió' })
	await refundByHand(transfer, 5000)
	await boss.send('PUT', `/api/admin_ordenes/${lowered.orden_id}/`, { total: 20_000 })
	await act(cancelledTransfer, 'cancelar', { motivo: 'Se arrepintió' })
	await refundByHand(cancelledTransfer, 9990)
	const [payment] = await gatewayHelpers(shop, 'mercadopago').paymentsOf(disputed.orden_id)
	await fetch(`${shop.simulatorsUrl}/mercadopago/operador/pagos/${payment?.pago_id}/disputa`, {
		method: 'POST',
		body: new URLSearchParams({ accion: 'contracargo', aviso: 'normal' }),
		redirect: 'manual',
	})
	await shop.drainJobs()
	provider.state = { kind: 'known', estado: 'aceptado', detail: '' }
	// A nota de crédito waits for the boleta that it annuls; a new boleta waits for both.
	for (let round = 0; round < 3; round += 1) {
		shop.clock.advanceMinutes(2)
		await releaseHeld(shop)
		await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
		await shop.drainJobs()
	}
}

describe('the numbers of a period', () => {
	it('agree: sales less refunds equal the net sales, the tax documents and the file of payments', async () => {
		await sellAMix()
		const numbers = (await boss.get('/api/admin_resumen/')).json<SummaryAnswer>()
		expect(numbers).toMatchObject({
			ventas: 11 * 29_990,
			ordenes: 10,
			devuelto: 10_000 + 4 * 29_990 + 5000 + 9990,
			por_devolver: 29_990 + 9990 + 20_000,
			contracargos: { en_disputa: 29_990, perdido: 0 },
		})
		expect(numbers.neta).toBe(numbers.ventas - numbers.devuelto)
		expect(numbers.documentos.reduce((sum, { total }) => sum + total, 0)).toBe(numbers.neta)
		expect(numbers.por_metodo.reduce((sum, { ventas }) => sum + ventas, 0)).toBe(numbers.ventas)
		const funnel = (await boss.get('/api/admin_embudo/')).json<{ pasos: { paso: string; cantidad: number }[] }>()
		expect(funnel.pasos.find(({ paso }) => paso === 'pagada')?.cantidad).toBe(numbers.ordenes)

		const rows = await readPayments()
		expect(rows.reduce((sum, { venta }) => sum + Number(venta), 0)).toBe(numbers.ventas)
		const gone = rows.reduce((sum, { devuelto }) => sum + Number(devuelto), 0)
		const disputedGone = gone - (10_000 + 2 * 29_990 + 5000 + 9990)
		expect([0, 29_990]).toContain(disputedGone)
		expect(new Set(rows.map(({ metodo }) => metodo))).toEqual(new Set(['mercadopago', 'transferencia', 'efectivo']))
	})

	it('include what the documents still lack of the net sales', async () => {
		await byTransfer()
		const { neta, documentos, documentos_por_emitir } = (await boss.get('/api/admin_resumen/')).json<SummaryAnswer>()
		expect(documentos_por_emitir).toBe(29_990)
		expect(documentos.reduce((sum, { total }) => sum + total, 0)).toBe(neta - 29_990)
	})

	it('have a file of the payments of their days, however old the orders, with the refunds by way', async () => {
		const inCash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado')] })
		await act(inCash, 'entregar')
		const transfer = await byTransfer()
		await act(transfer, 'devolver_a_mano', { monto: 3000, medio: 'efectivo', fecha: dayIn(shop.clock.now()) })
		await refundByHand(transfer, 2000)
		const card = await byCard()
		const { db } = shop.database
		const at = new Date('2026-03-10T15:00:00Z')
		for (const { orden_id } of [inCash, transfer, card]) {
			await db
				.update(ordenes)
				.set({ created_at: new Date('2026-03-01T15:00:00Z'), pagada_at: at })
				.where(eq(ordenes.id, orden_id))
		}
		// Paid twice: the second payment came a day later.
		const [paid] = await db.select().from(pagos).where(eq(pagos.orden_id, card.orden_id))
		if (!paid) throw new Error('no payment')
		const later = new Date('2026-03-11T15:00:00Z')
		await db.insert(pagos).values({ ...paid, pago_id: 'twice', destino: 'por_devolver', created_at: later })
		const day = (first: string, last = first) => `?dia_de=pago&desde=2026-03-${first}&hasta=2026-03-${last}`
		const summary = (await boss.get('/api/admin_resumen/?desde=2026-03-10&hasta=2026-03-10')).json<SummaryAnswer>()
		const rows = await readPayments(day('10'))
		expect(rows.reduce((sum, { venta }) => sum + Number(venta), 0)).toBe(summary.ventas)
		expect(rows.map(({ metodo, monto }) => [metodo, monto])).toEqual([
			['efectivo', '29990'],
			['transferencia', '29990'],
			['mercadopago', '29990'],
		])
		expect(rows[1]).toMatchObject({ devuelto: '5000', devuelto_pasarela: '0' })
		expect(rows[1]).toMatchObject({ devuelto_transferencia: '2000', devuelto_efectivo: '3000' })
		expect((await readPayments(day('11'))).map(({ pago_id, venta }) => [pago_id, venta])).toEqual([['twice', '0']])
		expect(await readPayments(day('01', '09'))).toEqual([])
		expect(await readPayments('?desde=2026-03-01&hasta=2026-03-09')).toHaveLength(4)
	})
})
