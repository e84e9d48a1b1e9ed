import { randomUUID } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, cartLine } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let cash: PayableOrder
let card: PayableOrder
const provider = createFakeTaxDocuments()
let mes: string

const act = (order: PayableOrder, action: string, payload?: object, headers?: Record<string, string>) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, headers)

/** A month with a cancelled transfer, cash, a partly refunded card payment and a rejected boleta. */
beforeAll(async () => {
	shop = await openTaxShop({ provider })
	boss = await theBoss(shop)
	const ana = await aCustomer(shop, 'Ana')
	const transfer = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await act(transfer, 'confirmar_transferencia')
	cash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	await act(cash, 'entregar')
	card = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', 2)] })
	await returnFromMercadoPago(shop, await pay(card.init_point, 'Aprobar pago'))
	const rejected = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await act(rejected, 'confirmar_transferencia')
	await releaseHeld(shop)
	await act(transfer, 'cancelar', { motivo: 'El cliente se arrepintió' })
	await act(card, 'devolver', { monto: 5000, motivo: 'Llegó rayado' }, { 'idempotency-key': randomUUID() })
	provider.state = { kind: 'known', estado: 'aceptado', detail: '' }
	shop.clock.advanceMinutes(2)
	await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
	await releaseHeld(shop)
	await act(rejected, 'cancelar', { motivo: 'Se rechazó su boleta' })
	await shop.database.db
		.update(documentosTributarios)
		.set({ estado: 'rechazada' })
		.where(eq(documentosTributarios.orden_id, rejected.orden_id))
	// One month, also when the minutes above crossed its end.
	const fecha = dayIn(shop.clock.now())
	await shop.database.db.update(documentosTributarios).set({ fecha }).where(isNotNull(documentosTributarios.fecha))
	mes = fecha.slice(0, 7)
})
afterAll(() => shop.stop())

async function linesOf(month: string): Promise<Record<string, string>[]> {
	const answer = await boss.get(`/api/admin_exportar/documentos.csv?mes=${month}`)
	expect(answer.statusCode).toBe(200)
	expect(answer.headers['content-disposition']).toBe(`attachment; filename="documentos-${month}.csv"`)
	const [head = '', ...lines] = answer.body.slice(1).trimEnd().split('\r\n')
	const names = head.split(';')
	expect(names.slice(0, 9).join(';')).toBe('tipo;documento;folio;fecha;neto;iva;total;nro_orden;metodo_pago')
	return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at], cell])))
}
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
	rows.reduce((sum, row) => sum + Number(row[column]), 0)

describe('the CSV of the tax documents of a month', () => {
	it('has a line for each document, with the one that a nota de crédito annuls, and none for a rejected document', async () => {
		const rows = await linesOf(mes)
		expect(rows.map(({ tipo, total }) => [tipo, Number(total)])).toEqual([
			['39', 59_980],
			['39', 29_990],
			['39', 29_990],
			['39', 54_980],
			['61', -29_990],
			['61', -59_980],
		])
		const own = rows.filter(({ nro_orden }) => nro_orden === String(card.nro_orden))
		const [first] = own
		expect(own).toMatchObject([
			{ documento: 'Boleta', metodo_pago: 'mercadopago', anula_folio: '', estado: 'aceptada' },
			{ documento: 'Boleta', neto: '46202', iva: '8778', total: '54980' },
			{ documento: 'Nota de crédito', neto: '-50403', iva: '-9577', anula_tipo: '39', anula_folio: first?.folio },
		])
		const paidInCash = rows.find(({ nro_orden }) => nro_orden === String(cash.nro_orden))
		expect(paidInCash).toMatchObject({
			metodo_pago: 'efectivo',
			neto: '25202',
			iva: '4788',
			fecha: expect.stringContaining(mes),
		})
	})

	it('adds up to the sales less refunds, equal to the numbers page', async () => {
		const rows = await linesOf(mes)
		const { ventas, devuelto, documentos } = (await boss.get('/api/admin_resumen/')).json()
		expect(sumOf(rows, 'total')).toBe(ventas - devuelto)
		expect(documentos.map(({ tipo, cantidad }: { tipo: number; cantidad: number }) => [tipo, cantidad])).toEqual([
			[39, 4],
			[61, 2],
		])
		for (const column of ['neto', 'iva', 'total'] as const) {
			const said = documentos.reduce((sum: number, type: Record<string, number>) => sum + (type[column] ?? 0), 0)
			expect([column, said]).toEqual([column, sumOf(rows, column)])
		}
		expect(sumOf(rows, 'neto') + sumOf(rows, 'iva')).toBe(sumOf(rows, 'total'))
	})

	it('contains the documents dated within the month', async () => {
		const isOfCash = eq(documentosTributarios.orden_id, cash.orden_id)
		const dated = async (fecha: string) => {
			await shop.database.db.update(documentosTributarios).set({ fecha }).where(isOfCash)
			return await Promise.all(['2027-01', '2027-02', '2027-03'].map(async (month) => (await linesOf(month)).length))
		}
		const dates = ['2027-01-31', '2027-02-01', '2027-02-28', '2027-03-01']
		const counts = []
		for (const date of dates) counts.push(await dated(date))
		expect(counts).toEqual([
			[1, 0, 0],
			[0, 1, 0],
			[0, 1, 0],
			[0, 0, 1],
		])
	})

	it('requires a month and the permission, and records each download', async () => {
		for (const month of ['', '?mes=2026-13', '?mes=2026', '?mes=2026-1', '?mes=0000-01']) {
			expect((await boss.get(`/api/admin_exportar/documentos.csv${month}`)).statusCode, month).toBe(400)
		}
		expect((await shop.app.inject({ url: '/api/admin_exportar/documentos.csv?mes=2026-11' })).statusCode).toBe(401)
		await linesOf('2031-05')
		const { results } = (await boss.get('/api/admin_auditoria/?accion=exportado')).json()
		expect(results[0]).toMatchObject({ accion: 'exportado', detalle: 'documentos.csv', despues: 'mes=2031-05' })
	})
})
