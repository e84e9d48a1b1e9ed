import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { createPictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { devoluciones, pagos } from '#modules/orders/payment-tables.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { uploadProof } from '#modules/payments/server/upload-proof.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { type BrowserReturn, pay, payUnseen } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { writeRefund } from '#tests/written-refund.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

async function operate(path: string, fields: Record<string, string>): Promise<void> {
	const body = new URLSearchParams(fields)
	const answer = await fetch(`${shop.simulatorsUrl}/${path}`, { method: 'POST', body, redirect: 'manual' })
	expect(answer.status).toBe(303)
}

/** Approves a payment whose page the shop considers closed. */
const methods = [
	{ metodo_pago: 'mercadopago', color: 'Blanco' },
	{ metodo_pago: 'flow', color: 'Celeste' },
	{ metodo_pago: 'webpay', color: 'Rosado' },
] as const

describe.each(methods)('a late payment through $metodo_pago', ({ metodo_pago, color }) => {
	const provider = () => gatewayHelpers(shop, metodo_pago)
	let stranded: BrowserReturn | undefined

	async function anOrder() {
		const placed = await aPlacedOrder(shop, ana, { metodo_pago, carrito: [cartLine(color)] })
		return { ...placed, url: placed.init_point ?? placed.payment_url ?? '' }
	}
	type Placed = Awaited<ReturnType<typeof anOrder>>

	/** The payer's bank approves; the shop gets no notification yet. */
	async function payLate({ url }: Placed): Promise<void> {
		if (metodo_pago === 'webpay') {
			// The provider's page accepts money long after the shop's expiry.
			await provider().adjust({ minutos_de_vida: 10_000 })
			stranded = await pay(url, 'Aprobar pago')
		} else if (metodo_pago === 'mercadopago') await payUnseen(url)
		else {
			const token = new URL(url).searchParams.get('token')
			await operate(`flow/operador/ordenes/${token}`, { accion: 'pagar', aviso: 'nunca' })
		}
	}
	/** The shop reads it: at Webpay by the customer's return, at the others by polling. */
	async function learn(): Promise<void> {
		if (metodo_pago === 'webpay') await returnFromGateway(shop, stranded)
		else {
			shop.clock.advanceMinutes(20)
			await provider().runReconciler()
		}
	}
	async function expire(order: Placed): Promise<void> {
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect(await provider().estadoOf(order.orden_id)).toBe('fallida')
	}

	it('reserves stock again when it is available', async () => {
		const before = await stockOf(shop, color)
		const order = await anOrder()
		await expire(order)
		expect(await stockOf(shop, color)).toBe(before)
		await payLate(order)
		await learn()
		expect(await provider().estadoOf(order.orden_id)).toBe('pagada')
		expect(await stockOf(shop, color)).toBe(before - 1)
	})

	it('opens a case for staff, who refund it, when its units are sold', async () => {
		const order = await anOrder()
		await expire(order)
		const left = await stockOf(shop, color)
		const other = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine(color, left)] })
		await payLate(order)
		await learn()
		const { orden_id, total } = order
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'pagada_sin_stock' })
		expect(await stockOf(shop, color)).toBe(0)
		expect((await provider().refund(orden_id, total)).statusCode).toBe(200)
		await cancel(other.orden_id)
		expect(await stockOf(shop, color)).toBe(left)
	})

	it('opens a case when staff cancelled the order, and reopens nothing', async () => {
		const before = await stockOf(shop, color)
		const order = await anOrder()
		await cancel(order.orden_id)
		await payLate(order)
		await learn()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
		expect(await stockOf(shop, color)).toBe(before)
		expect(await provider().paymentsOf(order.orden_id)).toMatchObject([{ destino: 'caso', estado: 'aprobado' }])
	})

	it('is refunded once after the order was paid again, and the order stays paid', async () => {
		const order = await anOrder()
		await expire(order)
		const again = (await provider().payAgain(ana, order.orden_id)).json()
		const second = { ...order, url: again.init_point ?? again.payment_url }
		expect(second.url).not.toBe(order.url)
		await payLate(second)
		await learn()
		await payLate(order)
		await learn()
		await provider().runReconciler()
		expect(await provider().estadoOf(order.orden_id)).toBe('pagada')
		const payments = await provider().paymentsOf(order.orden_id)
		expect(payments.map(({ destino }) => destino).toSorted()).toEqual(['aplicado', 'por_devolver'])
		expect(await provider().refundsOf(order.orden_id)).toMatchObject([{ monto: order.total, motivo: 'pago_doble' }])
	})

	async function cancel(orderId: string): Promise<void> {
		const boss = await theBoss(shop)
		const answer = await boss.send('POST', `/api/admin_ordenes/${orderId}/cancelar/`, {})
		expect(answer.statusCode).toBe(200)
	}
})

it.each(['pendiente', 'rechazado', undefined] as const)(
	'keeps a payment when an older answer (%s) arrives later',
	async (estado) => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago' })
		const provider = gatewayHelpers(shop, 'mercadopago')
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await provider.attemptsOf(order.orden_id)
		if (!gateway || !attempt) throw new Error('no attempt')
		const late: typeof gateway = {
			...gateway,
			// While this answer is on its way another read marks the order paid.
			async read() {
				await pay(order.init_point, 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
				await provider.runReconciler()
				const [paid] = await provider.paymentsOf(order.orden_id)
				if (!paid) throw new Error('not paid')
				const { pago_id, monto, moneda } = paid
				return estado === undefined ? [] : [{ pago_id, estado, monto, moneda, devuelto: 0 }]
			},
		}
		await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', late]]) }, attempt.id)
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ estado: 'aprobado', destino: 'aplicado' }])
		expect(await provider.attemptsOf(order.orden_id)).toMatchObject([{ estado: 'pagado' }])
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	},
)

it('opens a case for a proof whose units are sold', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine('Negro')] })
	shop.clock.advanceMinutes(48 * 60 + 1)
	await expireOrders(shop.payments)
	expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', stock_tomado: false })
	const carrito = [cartLine('Negro', await stockOf(shop, 'Negro'))]
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito })
	const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
		.png()
		.toBuffer()
	const files = { put: async () => {}, get: async () => undefined, open: async () => undefined, delete: async () => {} }
	await uploadProof({ ...shop.payments, files, pictures: createPictureDecoder() }, { orden_id: order.orden_id, bytes })
	const { estado, atencion, stock_tomado } = await orderRow(shop, order.orden_id)
	expect({ estado, atencion, stock_tomado }).toEqual({
		estado: 'en_revision',
		atencion: 'comprobante_sin_stock',
		stock_tomado: false,
	})
	expect(await stockOf(shop, 'Negro')).toBe(0)
})

it('opens cases of one order for two payments of a wrong amount in one read', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago', carrito: [cartLine('Celeste')] })
	const provider = gatewayHelpers(shop, 'mercadopago')
	await pay(order.init_point, 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si', alterado: 'si', dos_pagos: 'si' })
	await provider.runReconciler()
	expect(await provider.estadoOf(order.orden_id)).toBe('en_revision')
	expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ destino: 'caso' }, { destino: 'caso' }])
})

it('pays the order with the right amount, and refunds a wrong one beside it', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago', carrito: [cartLine('Celeste')] })
	const provider = gatewayHelpers(shop, 'mercadopago')
	await pay(order.init_point, 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si', alterado: 'si' })
	await payUnseen(order.init_point ?? '')
	await provider.runReconciler()
	expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	const payments = await provider.paymentsOf(order.orden_id)
	expect(payments.map(({ destino }) => destino).toSorted()).toEqual(['aplicado', 'por_devolver'])
})

it('opens a case for a second payment of a cancelled order', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago', carrito: [cartLine('Celeste')] })
	const provider = gatewayHelpers(shop, 'mercadopago')
	const boss = await theBoss(shop)
	expect((await boss.send('POST', `/api/admin_ordenes/${order.orden_id}/cancelar/`, {})).statusCode).toBe(200)
	for (let n = 1; n <= 2; n += 1) {
		await payUnseen(order.init_point ?? '')
		shop.clock.advanceMinutes(60)
		await provider.runReconciler()
		expect(await provider.paymentsOf(order.orden_id)).toHaveLength(n)
		expect(await provider.estadoOf(order.orden_id)).toBe('en_revision')
	}
})

it('leaves an unpaid order failed, however often it is polled', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago', carrito: [cartLine('Blanco')] })
	const provider = gatewayHelpers(shop, 'mercadopago')
	for (let round = 0; round < 4; round += 1) {
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		await provider.runReconciler()
	}
	expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
})

it('fails the order and its expiry after a refused payment', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay', carrito: [cartLine('Blanco')] })
	await returnFromGateway(shop, await pay(order.payment_url, 'Rechazar pago'))
	expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', expires_at: null })
})

it('leaves an attempt of a switched-off or unknown gateway unchanged', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay', carrito: [cartLine('Blanco')] })
	const provider = gatewayHelpers(shop, 'webpay')
	const [attempt] = await provider.attemptsOf(order.orden_id)
	await settlePayment({ ...shop.payments, gateways: new Map() }, attempt?.id ?? '')
	await settlePayment(shop.payments, randomUUID())
	expect(await provider.attemptsOf(order.orden_id)).toEqual([attempt])
	expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
})

describe('a second payment of a paid order', () => {
	/** Pays an order, then reads `second` beside its payment; the gateway reports the first one as it is stored. */
	async function aPaidOrder() {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'mercadopago', carrito: [cartLine('Rosado')] })
		const provider = gatewayHelpers(shop, 'mercadopago')
		await payUnseen(order.init_point ?? '')
		await provider.runReconciler()
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await provider.attemptsOf(order.orden_id)
		if (!gateway || !attempt) throw new Error('no attempt')
		const report = async (second: { estado: 'pendiente' | 'aprobado'; devuelto: number }) => {
			shop.clock.advanceMinutes(1)
			const payment = { pago_id: '90000000001', monto: order.total, moneda: 'CLP', ...second }
			const gateways = new Map([['mercadopago', { ...gateway, read: async () => [payment] }]] as const)
			await settlePayment({ ...shop.payments, gateways }, attempt.id)
			return (await provider.paymentsOf(order.orden_id)).find(({ pago_id }) => pago_id === payment.pago_id)
		}
		/** The simulator does not know the second payment. */
		const forget = async () => {
			const { db } = shop.database
			await db.delete(devoluciones).where(eq(devoluciones.orden_id, order.orden_id))
			await db.delete(pagos).where(eq(pagos.pago_id, '90000000001'))
		}
		return { order, provider, report, forget }
	}

	it('is written, and becomes a case, when a part of it is being refunded already', async () => {
		const { order, provider, report, forget } = await aPaidOrder()
		const pending = await report({ estado: 'pendiente', devuelto: 0 })
		if (!pending) throw new Error('not written')
		await writeRefund(shop.database, pending, { monto: 1000, estado: 'en_curso' })
		expect(await report({ estado: 'aprobado', devuelto: 0 })).toMatchObject({
			estado: 'aprobado',
			destino: 'por_devolver',
		})
		expect(await provider.refundsOf(order.orden_id)).toMatchObject([{ monto: 1000 }])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', atencion: 'devolucion_rechazada' })
		await shop.drainJobs()
		expect(shop.inbox.mails().some(({ subject }) => subject.includes('rechazó una devolución'))).toBe(true)
		await forget()
	})

	it('is no case when the gateway has sent all of it back', async () => {
		const { order, provider, report, forget } = await aPaidOrder()
		expect(await report({ estado: 'aprobado', devuelto: order.total })).toMatchObject({ destino: 'por_devolver' })
		expect(await provider.refundsOf(order.orden_id)).toEqual([])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
		await forget()
	})
})
