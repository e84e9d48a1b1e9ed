import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { documentsOf } from '#tests/documents-of.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, onVersion, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer
const provider = createFakeTaxDocuments()

beforeAll(async () => {
	shop = await openTaxShop({ provider })
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
	await proveAddress(shop, ana.email)
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
})

const act = (order: PayableOrder, action: string, payload?: object, headers?: Record<string, string>) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, headers)
const today = () => dayIn(shop.clock.now())
const refund = (order: PayableOrder, monto: number, changes: object = {}, key: string = randomUUID()) =>
	act(
		order,
		'devolver_a_mano',
		{ monto, medio: 'transferencia', fecha: today(), ...changes },
		{ 'idempotency-key': key },
	)
const detailOf = async (order: PayableOrder) => (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
const amountsOf = async (order: PayableOrder) =>
	(await documentsOf(shop, order.orden_id)).map(({ tipo, monto }) => [tipo, monto])
const mailsOf = async (order: PayableOrder) =>
	await shop.database.db
		.select({ datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, order.orden_id), eq(correos.plantilla, 'devolucion_hecha')))
async function setTotal(order: PayableOrder, total: number) {
	const { version } = await orderRow(shop, order.orden_id)
	return await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { total }, onVersion(version))
}
const transitionByStaff = async (order: PayableOrder, estado: string) => {
	const { version } = await orderRow(shop, order.orden_id)
	return await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado }, onVersion(version))
}

/** An order of $29.990, paid without a gateway. */
async function aPaidOrder(metodo_pago: Extract<MetodoPago, 'transferencia' | 'efectivo'> = 'transferencia') {
	const order = await aPlacedOrder(shop, ana, { metodo_pago })
	await act(order, metodo_pago === 'transferencia' ? 'confirmar_transferencia' : 'entregar')
	await releaseHeld(shop)
	return order
}

describe('a manual refund of a transfer or cash', () => {
	it('is recorded in parts, with documents, mails and history, until nothing is left', async () => {
		const order = await aPaidOrder()
		expect(await detailOf(order)).toMatchObject({ devolvible_a_mano: 29_990, devoluciones_a_mano: [] })
		const first = await refund(order, 5000, { referencia: '  N° 4417 ' })
		expect(first.json()).toMatchObject({
			repetida: false,
			devolvible_a_mano: 24_990,
			devoluciones_a_mano: [{ monto: 5000, medio: 'transferencia', fecha: today(), referencia: 'N° 4417' }],
		})
		expect(first.json().acciones).toContain('devolver_a_mano')
		expect(await amountsOf(order)).toEqual([
			[39, 29_990],
			[61, 29_990],
			[39, 24_990],
		])
		const last = await refund(order, 24_990, { medio: 'efectivo' })
		expect(last.json()).toMatchObject({ devolvible_a_mano: 0 })
		expect(last.json().acciones).not.toContain('devolver_a_mano')
		expect((await amountsOf(order)).slice(3)).toEqual([[61, 24_990]])
		const { historia } = await detailOf(order)
		expect(historia.filter(({ accion }: { accion: string }) => accion === 'devolucion_a_mano')).toMatchObject([
			{ detalle: 'transferencia', despues: '5000' },
			{ detalle: 'efectivo', despues: '24990' },
		])
		expect(await mailsOf(order)).toMatchObject([
			{ datos: { monto: 5000, por_transferencia: true } },
			{ datos: { monto: 24_990, en_efectivo: true } },
		])
		await releaseHeld(shop)
		const texts = shop.inbox.mails().map(({ subject, text }) => `${subject} ${text}`)
		expect(texts.some((text) => text.includes('$24.990') && text.includes('en efectivo'))).toBe(true)
	})

	it('is recorded once under a repeated key, and the key is rejected for another refund', async () => {
		const order = await aPaidOrder('efectivo')
		const key = randomUUID()
		const answers = await Promise.all([1, 2, 3].map(() => refund(order, 1000, {}, key)))
		expect(answers.map((answer) => answer.json().repetida).sort()).toEqual([false, true, true])
		expect(await detailOf(order)).toMatchObject({ devolvible_a_mano: 28_990 })
		expect((await mailsOf(order)).length).toBe(1)
		const other = await refund(order, 2000, {}, key)
		expect([other.statusCode, other.json().code]).toEqual([409, 'clave_repetida'])
		expect((await act(order, 'devolver_a_mano', { monto: 1, medio: 'efectivo', fecha: today() })).statusCode).toBe(400)
	})

	it('is rejected with a clear message above the amount paid', async () => {
		const order = await aPaidOrder()
		const tooMuch = await refund(order, 29_991)
		expect([tooMuch.statusCode, tooMuch.json().error]).toEqual([422, 'Se pueden devolver hasta $29.990.'])
		expect((await refund(order, 0)).json()).toMatchObject({ error: 'El monto debe ser mayor que 0.' })
		expect((await refund(order, -1)).statusCode).toBe(422)
		const dayAfter = (days: number) => dayIn(new Date(shop.clock.now().getTime() + days * 86_400_000))
		for (const fecha of [dayAfter(1), dayAfter(-1)]) {
			const wrong = await refund(order, 1, { fecha })
			expect([wrong.statusCode, wrong.json().error]).toEqual([
				422,
				'La fecha tiene que estar entre el día de la orden y hoy.',
			])
		}
		expect((await refund(order, 1, { medio: 'cheque' })).statusCode).toBe(400)
		await refund(order, 29_990)
		const nothing = await refund(order, 1)
		expect([nothing.statusCode, nothing.json().error]).toEqual([
			409,
			'Ya se devolvió todo lo que se pagó por transferencia o en efectivo.',
		])
	})

	it('is rejected for an unpaid order or one paid by a gateway', async () => {
		const waiting = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		expect((await refund(waiting, 1)).statusCode).toBe(409)
		await act(waiting, 'cancelar', {})
		const card = await aPlacedOrder(shop, ana)
		await returnFromMercadoPago(shop, await pay(card.init_point, 'Aprobar pago'))
		expect((await refund(card, 1)).statusCode).toBe(409)
		expect(await detailOf(card)).toMatchObject({ devolvible_a_mano: 0 })
	})

	it('is limited by the amount paid although staff lowered the total, and is counted once in the documents', async () => {
		const order = await aPaidOrder()
		await setTotal(order, 20_000)
		await refund(order, 9990)
		expect(await amountsOf(order)).toEqual([
			[39, 29_990],
			[61, 29_990],
			[39, 20_000],
		])
		expect(await detailOf(order)).toMatchObject({ devolvible_a_mano: 20_000 })
	})

	it('is recorded after the order was cancelled, whose mail promised the rest', async () => {
		const order = await aPaidOrder()
		await refund(order, 990)
		await act(order, 'cancelar', { motivo: 'Retracto' })
		const cancelled = await shop.database.db
			.select({ datos: correos.datos })
			.from(correos)
			.where(and(eq(correos.orden_id, order.orden_id), eq(correos.plantilla, 'orden_cancelada')))
		expect(cancelled).toMatchObject([{ datos: { por_devolver: 29_000 } }])
		expect((await refund(order, 29_000)).statusCode).toBe(200)
		expect((await amountsOf(order)).map(([tipo]) => tipo)).toEqual([39, 61, 39, 61])
	})

	it('has its own document when the order is paid again', async () => {
		const order = await aPaidOrder()
		await refund(order, 29_990)
		await transitionByStaff(order, 'pendiente')
		// A second payment within the minute of the undo would count as a mistake.
		shop.clock.advanceMinutes(2)
		await transitionByStaff(order, 'pagada')
		expect(await detailOf(order)).toMatchObject({ devolvible_a_mano: 29_990 })
		expect(await amountsOf(order)).toEqual([
			[39, 29_990],
			[61, 29_990],
			[39, 29_990],
		])
	})

	it('is shown to the customer without the reference and the member of staff', async () => {
		const order = await aPaidOrder('efectivo')
		await act(order, 'cancelar', {})
		await refund(order, 20_000, { medio: 'efectivo', referencia: 'N° 4417' })
		const { ordenes } = (await callsWith(shop, ana.access).get('/api/perfil/ordenes/')).json()
		const own = ordenes.find(({ id }: { id: string }) => id === order.orden_id)
		const made = { monto: 20_000, via: 'efectivo', fecha: today(), estado: 'hecha', aceptar_hasta: null }
		expect(own).toMatchObject({ devuelto: 20_000, por_devolver: 9990, devoluciones: [made] })
		expect(JSON.stringify(own)).not.toMatch(/4417|usuario|motivo/)
	})

	it('counts in the numbers on the day on which the customer received it', async () => {
		const devuelto = async (day: string) =>
			(await boss.get(`/api/admin_resumen/?desde=${day}&hasta=${day}`)).json().devuelto as number
		const order = await aPaidOrder()
		const day = today()
		const before = await devuelto(day)
		shop.clock.advanceMinutes(2 * 24 * 60)
		boss = await theBoss(shop)
		await refund(order, 4000, { fecha: day })
		expect([await devuelto(day), await devuelto(today())]).toEqual([before + 4000, 0])
	})

	it("loses its reference when the customer is deleted, and is part of the customer's data export", async () => {
		const eva = await aCustomer(shop, 'Eva')
		const order = await aPlacedOrder(shop, eva, { metodo_pago: 'transferencia' })
		await act(order, 'confirmar_transferencia')
		await act(order, 'entregar')
		await refund(order, 1000, { referencia: 'Cuenta RUT de Eva' })
		const own = callsWith(shop, eva.access)
		expect((await own.get('/api/perfil/datos/')).body).toContain('Cuenta RUT de Eva')
		expect((await own.send('POST', '/api/perfil/eliminar/', { password: eva.password })).statusCode).toBe(204)
		expect(await detailOf(order)).toMatchObject({ devoluciones_a_mano: [{ monto: 1000, referencia: '' }] })
		expect((await refund(order, 500)).statusCode).toBe(200)
	})
})
