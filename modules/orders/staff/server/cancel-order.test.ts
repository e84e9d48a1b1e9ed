import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const cancel = (order: PayableOrder, body: object, key: string = randomUUID()) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/cancelar/`, body, { 'idempotency-key': key })

async function aPaidOrder(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana)
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	return order
}

async function aTransfer(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await boss.send('POST', `/api/admin_ordenes/${order.orden_id}/confirmar_transferencia/`, {})
	return order
}
const mailsOf = async ({ orden_id }: PayableOrder) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id))).map(
		({ plantilla }) => plantilla,
	)

describe('cancelling a paid order with a refund', () => {
	it('does both once, however often it is sent, and mails both', async () => {
		const order = await aPaidOrder()
		const key = randomUUID()
		const body = { motivo: 'Se arrepintió', devolver: { monto: 29_990 } }
		const clicks = await Promise.all([1, 2].map(() => cancel(order, body, key)))
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		expect((await cancel(order, body, key)).statusCode).toBe(200)
		await shop.drainJobs()
		const detail = (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
		expect(detail).toMatchObject({
			estado: 'cancelado',
			deshacer_hasta: null,
			devoluciones: [{ monto: 29_990, motivo: 'Se arrepintió', estado: 'hecha' }],
		})
		expect(await mailsOf(order)).toEqual(expect.arrayContaining(['orden_cancelada', 'devolucion_hecha']))
	})

	it('does neither when the refundable amount has changed', async () => {
		const order = await aPaidOrder()
		const answer = await cancel(order, { devolver: { monto: 10_000 } })
		expect([answer.statusCode, answer.json().code]).toEqual([422, 'devolucion_excede'])
		expect(answer.json().error).toContain('$29.990')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', stock_tomado: true })
		expect(await mailsOf(order)).not.toContain('orden_cancelada')
	})

	it('stores a refund that staff made by hand', async () => {
		const order = await aTransfer()
		const devolver_a_mano = { monto: 29_990, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
		const answer = await cancel(order, { motivo: 'No había', devolver_a_mano })
		expect(answer.json()).toMatchObject({
			estado: 'cancelado',
			devolvible_a_mano: 0,
			devoluciones_a_mano: [{ monto: 29_990 }],
		})
	})

	it('does neither when the refund by hand is rejected', async () => {
		const order = await aTransfer()
		const devolver_a_mano = { monto: 99_990, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
		expect((await cancel(order, { devolver_a_mano })).json()).toMatchObject({ code: 'devolucion_excede' })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', stock_tomado: true })
	})
})
