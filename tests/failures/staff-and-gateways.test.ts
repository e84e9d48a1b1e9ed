import { afterEach, describe, expect, it } from 'vitest'
import type { Gateway, GatewayPayment } from '#modules/payments/server/gateways/gateway.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { aShop } from '#tests/a-shop.ts'
import { caseHelpers } from '#tests/failures/case-helpers.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const provider = () => gatewayHelpers(shop, 'mercadopago')
const { edit, act, resolveCase, payAndReconcile, mailsAbout } = caseHelpers(() => shop)
const quiet = { aviso: 'nunca', sin_volver: 'si' }

/** Applies the order's payments as Mercado Pago reports them, with the given overrides. */
async function settleAs(orden_id: string, ...told: Partial<GatewayPayment>[]): Promise<void> {
	const gateway = shop.payments.gateways.get('mercadopago')
	const [attempt] = await provider().attemptsOf(orden_id)
	if (!gateway || !attempt) throw new Error('no attempt')
	const read: Gateway['read'] = async (ref) => (await gateway.read(ref)).map((one, at) => ({ ...one, ...told[at] }))
	await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', { ...gateway, read }]]) }, attempt.id)
	// Beyond the pace of questions, so that the next one reaches the gateway.
	shop.clock.advanceMinutes(1)
}

describe('an old refusal of a gateway', () => {
	it('does not fail an order that staff set back to pending', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await pay(init_point, 'Rechazar pago', quiet)
		await provider().runReconciler()
		expect(await provider().estadoOf(orden_id)).toBe('fallida')
		await edit(orden_id, { estado: 'pendiente' })
		shop.clock.advanceMinutes(15)
		await provider().runReconciler()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pendiente', stock_tomado: true })
	})

	it('does not fail an order that staff changed to cash', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { metodo_pago: 'efectivo' })
		await pay(init_point, 'Rechazar pago', quiet)
		await provider().runReconciler()
		expect(await provider().estadoOf(orden_id)).toBe('pendiente')
	})

	it('does not fail an order that waits for a transfer, when its customer returns from the card page', async () => {
		const { orden_id, payment_url } = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
		await edit(orden_id, { metodo_pago: 'transferencia' })
		await returnFromGateway(shop, await pay(payment_url, 'Abandonar'))
		expect(await provider().estadoOf(orden_id)).toBe('pendiente')
	})
})

describe('a gateway payment of an order that staff marked as paid', () => {
	it('is a case when a transfer paid the order', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { metodo_pago: 'transferencia' })
		await act(orden_id, 'confirmar_transferencia')
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'orden_ya_pagada' })
		expect(await provider().paymentsOf(orden_id)).toMatchObject([{ destino: 'caso' }])
	})

	it('is a case when staff had accepted an earlier payment', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payAndReconcile(init_point)
		await edit(orden_id, { estado: 'pagada' })
		await resolveCase(orden_id)
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'orden_ya_pagada' })
		expect(await provider().paymentsOf(orden_id)).toMatchObject([{ destino: 'caso' }, { destino: 'caso' }])
	})

	it('is applied when it is the payment that staff meant', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { estado: 'pagada' })
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
		expect(await provider().paymentsOf(orden_id)).toMatchObject([{ destino: 'aplicado' }])
	})
})

it('a late payment is applied to a delivered order, which stays delivered', async () => {
	const { orden_id, init_point } = await aPlacedOrder(shop, ana)
	await edit(orden_id, { estado: 'completado' })
	const { pagada_at } = await orderRow(shop, orden_id)
	await payAndReconcile(init_point)
	expect(await provider().paymentsOf(orden_id)).toMatchObject([{ destino: 'aplicado' }])
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'completado', atencion: null, pagada_at })
})

it('a second payment of a wrong amount sends a mail to staff after the first case was resolved', async () => {
	const { orden_id, nro_orden, init_point } = await aPlacedOrder(shop, ana)
	await payAndReconcile(init_point, { monto: '1000' })
	await resolveCase(orden_id)
	await payAndReconcile(init_point, { monto: '2000' })
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'monto_distinto' })
	expect(mailsAbout(nro_orden)).toHaveLength(2)
})

it('a payment with cents or in another currency is a case', async () => {
	const { orden_id, init_point } = await aPlacedOrder(shop, ana)
	await pay(init_point, 'Aprobar pago', quiet)
	await settleAs(orden_id, { monto: 31.55, moneda: 'USD' })
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'moneda_distinta' })
	expect(await provider().paymentsOf(orden_id)).toMatchObject([{ monto: 32, moneda: 'USD', destino: 'caso' }])
})

it('a second payment is refunded only by its unrefunded rest', async () => {
	const { orden_id, total, init_point } = await aPlacedOrder(shop, ana)
	await pay(init_point, 'Aprobar pago', { ...quiet, dos_pagos: 'si' })
	await settleAs(orden_id, {}, { devuelto: 4000 })
	await shop.drainJobs()
	expect(await provider().refundsOf(orden_id)).toMatchObject([{ monto: total - 4000, motivo: 'pago_doble' }])
})

describe('an order that staff cancelled', () => {
	it('is not reopened by a correct payment after a wrong one', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payAndReconcile(init_point, { monto: '1000' })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'monto_distinto' })
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
	})

	it('is not reopened by a payment after the case of an earlier one', async () => {
		const { orden_id, total, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payAndReconcile(init_point)
		expect((await provider().refund(orden_id, total)).statusCode).toBe(200)
		await resolveCase(orden_id)
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
	})

	it('is paid once staff reopen it', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await edit(orden_id, { estado: 'pendiente' })
		await payAndReconcile(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})
})

it('an order with a fully refunded payment can be paid again once staff set it to pending', async () => {
	const { orden_id, nro_orden, total, init_point } = await aPlacedOrder(shop, ana)
	await payAndReconcile(init_point)
	expect((await provider().refund(orden_id, total)).statusCode).toBe(200)
	await edit(orden_id, { estado: 'pendiente' })
	await payAndReconcile((await provider().payAgain(ana, orden_id)).json().init_point)
	expect(await provider().estadoOf(orden_id)).toBe('pagada')
	const payments = await provider().paymentsOf(orden_id)
	expect(payments.map(({ destino, estado }) => `${destino} ${estado}`).toSorted()).toEqual([
		'aplicado aprobado',
		'por_devolver devuelto',
	])
	expect(await provider().refundsOf(orden_id)).toHaveLength(1)
	const confirmed = shop.inbox
		.mails()
		.filter(({ subject }) => subject.includes(`${nro_orden}`) && subject.includes('confirmado'))
	expect(confirmed).toHaveLength(2)
})
