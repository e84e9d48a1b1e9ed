import { afterEach, describe, expect, it } from 'vitest'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { aShop } from '#tests/a-shop.ts'
import { caseHelpers } from '#tests/failures/case-helpers.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const provider = () => gatewayHelpers(shop, 'mercadopago')
const { edit, resolveCase, payAndReconcile, mailsAbout } = caseHelpers(() => shop)

describe('money reversed by the gateway', () => {
	async function aPaidOrder() {
		const order = await aPlacedOrder(shop, ana)
		await payAndReconcile(order.init_point)
		const [paid] = await provider().paymentsOf(order.orden_id)
		return { ...order, pago_id: paid?.pago_id }
	}
	async function chargeBack(pago_id: string | undefined): Promise<void> {
		const body = new URLSearchParams({ accion: 'disputar', aviso: 'nunca' })
		const url = `${shop.simulatorsUrl}/mercadopago/operador/pagos/${pago_id}`
		expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
	}
	async function twoHoursLater(): Promise<void> {
		for (let hour = 0; hour < 2; hour += 1) {
			shop.clock.advanceMinutes(60)
			await provider().runReconciler()
		}
	}

	it('is mailed to staff once after a chargeback, and the order stays as it is', async () => {
		const { orden_id, nro_orden, pago_id } = await aPaidOrder()
		await chargeBack(pago_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'pago_revertido' })
		expect(mailsAbout(nro_orden)).toHaveLength(1)
		await resolveCase(orden_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
	})

	it('stays reversed after an older answer, and is not mailed twice', async () => {
		const { orden_id, total, pago_id } = await aPaidOrder()
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await provider().attemptsOf(orden_id)
		if (!gateway || !attempt) throw new Error('not paid')
		const before = await gateway.read(attempt)
		await chargeBack(pago_id)
		await twoHoursLater()
		await resolveCase(orden_id)
		const late: Gateway = { ...gateway, read: async () => before }
		await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', late]]) }, attempt.id)
		expect(await provider().paymentsOf(orden_id)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})

	it('sets no expiry on an order that staff reopened when it is paid again', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await edit(orden_id, { estado: 'pendiente' })
		await chargeBack(pago_id)
		shop.clock.advanceMinutes(45)
		expect((await provider().payAgain(ana, orden_id)).statusCode).toBe(200)
		shop.clock.advanceMinutes(15)
		await provider().runReconciler()
		const { atencion, estado, expires_at } = await orderRow(shop, orden_id)
		expect({ atencion, estado, ends: expires_at !== null }).toEqual({
			atencion: 'pago_revertido',
			estado: 'pendiente',
			ends: false,
		})
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const after = { estado: 'pendiente', stock_tomado: true, atencion: 'pago_revertido' }
		expect(await orderRow(shop, orden_id)).toMatchObject(after)
	})

	it('no longer pays the order once it is paid again, and is not refunded twice', async () => {
		const { orden_id, total, pago_id } = await aPaidOrder()
		await chargeBack(pago_id)
		await twoHoursLater()
		await edit(orden_id, { estado: 'pendiente' })
		await payAndReconcile((await provider().payAgain(ana, orden_id)).json().init_point)
		expect(await provider().estadoOf(orden_id)).toBe('pagada')
		const payments = await provider().paymentsOf(orden_id)
		expect(payments.map(({ destino, devuelto }) => ({ destino, devuelto }))).toEqual(
			expect.arrayContaining([
				{ destino: 'por_devolver', devuelto: total },
				{ destino: 'aplicado', devuelto: 0 },
			]),
		)
		expect(await provider().refundsOf(orden_id)).toEqual([])
	})

	it('is mailed to staff when the shop had requested only a part of it', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		expect((await provider().refund(orden_id, 5000)).statusCode).toBe(200)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
		await chargeBack(pago_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'pago_revertido' })
	})

	it('is mailed to staff for each part', async () => {
		const { orden_id, nro_orden } = await aPaidOrder()
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await provider().attemptsOf(orden_id)
		if (!gateway || !attempt) throw new Error('not paid')
		for (const devuelto of [3000, 3000, 5000]) {
			const reporting: Gateway = {
				...gateway,
				read: async (ref) => (await gateway.read(ref)).map((one) => ({ ...one, devuelto })),
			}
			shop.clock.advanceMinutes(1)
			await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', reporting]]) }, attempt.id)
			await resolveCase(orden_id)
		}
		await shop.drainJobs()
		expect(mailsAbout(nro_orden)).toHaveLength(2)
	})

	it('is not mailed when the shop requested it', async () => {
		const { orden_id, total } = await aPaidOrder()
		for (const monto of [5000, total - 5000]) expect((await provider().refund(orden_id, monto)).statusCode).toBe(200)
		await twoHoursLater()
		expect(await provider().paymentsOf(orden_id)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})
})
