import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { JobData } from '#core/server/jobs/queues.ts'
import { devoluciones, intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { processNotification, receiveNotification } from '#modules/payments/server/notifications.ts'
import { reconcileRefunds } from '#modules/payments/server/reconcile-refunds.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const provider = gatewayHelpers(shop, 'flow')
afterEach(async () => {
	await provider.faults()
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const quiet = { aviso: 'nunca' }
const anOrderAtFlow = (color = 'Negro') => aPlacedOrder(shop, ana, { carrito: [cartLine(color)], metodo_pago: 'flow' })
const ask = async (url: string) => (await shop.app.inject({ url })).json()
const tokenOf = (payment_url: string | undefined) => new URL(payment_url ?? '').searchParams.get('token') ?? ''

/** Makes the provider act later: pay a coupon, decide a refund. */
async function operate(what: string, body: Record<string, string>): Promise<void> {
	const url = `${shop.simulatorsUrl}/flow/operador/${what}`
	const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })
	expect(answer.status).toBe(303)
}

async function aPaidOrder() {
	const order = await anOrderAtFlow()
	await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', quiet))
	expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	return order
}

describe('a payment at Flow', () => {
	it('starts at payment_url and ends, through the return, on the page that polls the status', async () => {
		const order = await anOrderAtFlow()
		expect(order.init_point).toBeUndefined()
		const token = tokenOf(order.payment_url)
		expect(await ask(`/api/flow/status/?token=${token}`)).toMatchObject({ estado: 'pendiente' })
		const page = await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', quiet))
		expect(`${page.pathname}${page.search}`).toBe(`/checkout-success?token=${token}`)
		const paid = { estado: 'pagada', nro_orden: order.nro_orden, message: expect.stringContaining('confirmado') }
		expect(await ask(`/api/flow/status/?token=${token}`)).toMatchObject(paid)
		expect(await ask(`/api/flow/message/?nro_orden=${order.orden_id}`)).toMatchObject(paid)
	})

	it('is applied once by repeated confirmations alone', async () => {
		const order = await anOrderAtFlow()
		const variant = { aviso: 'dos-veces', demora_segundos: '0.1', sin_volver: 'si' }
		await pay(order.payment_url, 'Aprobar pago', variant)
		await expect
			.poll(async () => {
				await shop.drainJobs()
				return await provider.estadoOf(order.orden_id)
			})
			.toBe('pagada')
		expect(await provider.paymentsOf(order.orden_id)).toHaveLength(1)
	})

	it('is found by polling when the confirmation is lost and the tab is closed', async () => {
		const order = await anOrderAtFlow()
		await pay(order.payment_url, 'Aprobar pago', { ...quiet, sin_volver: 'si' })
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('is not applied by a confirmation with a made-up token', async () => {
		const order = await anOrderAtFlow()
		for (const token of [tokenOf(order.payment_url), 'F'.repeat(40), '../../x', '']) {
			const answer = await shop.app.inject({
				method: 'POST',
				url: '/api/webhooks/flow/',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				payload: new URLSearchParams({ token }).toString(),
			})
			expect(answer.statusCode).toBe(200)
		}
		await shop.drainJobs()
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
	})

	describe('with a token unknown to the shop', () => {
		/** Processes a notification and the retries that it schedules; `between` runs before those. */
		const workOff = async (gateway_ref: string, between = async () => {}) => {
			const flow = shop.payments.gateways.get('flow') as Gateway
			const identify = vi.spyOn(flow, 'identify')
			const later: JobData['liquidar_pago'][] = []
			const enqueue = async (_tx: unknown, name: string, data: object) => {
				if (name === 'liquidar_pago') later.push(data)
			}
			const deps = { ...shop.payments, jobs: { enqueue } }
			await processNotification(deps, { gateway: 'flow', gateway_ref })
			await between()
			for (const job of later) await processNotification(deps, job)
			const questions = identify.mock.calls.length
			identify.mockRestore()
			return { questions, looks: later.length }
		}

		it('costs one delayed request to Flow', async () => {
			expect(await workOff('F'.repeat(40))).toEqual({ questions: 1, looks: 1 })
		})

		it('is applied a moment later when the notification arrived before the shop stored the token', async () => {
			const order = await anOrderAtFlow()
			await pay(order.payment_url, 'Aprobar pago', { ...quiet, sin_volver: 'si' })
			const { db } = shop.database
			const ofOrder = eq(intentosPago.orden_id, order.orden_id)
			await db.update(intentosPago).set({ gateway_ref: null }).where(ofOrder)
			const gateway_ref = tokenOf(order.payment_url)
			const give = async () => void (await db.update(intentosPago).set({ gateway_ref }).where(ofOrder))
			expect(await workOff(gateway_ref, give)).toEqual({ questions: 0, looks: 1 })
			expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
		})

		it("costs at most 30 jobs a minute from any number of addresses, and the shop's own tokens are still read", async () => {
			const order = await anOrderAtFlow()
			await shop.drainJobs()
			shop.clock.advanceMinutes(2)
			const send = vi.spyOn(shop.payments.jobs, 'enqueue')
			const notify = async (token: string, remoteAddress: string) => {
				const headers = { 'content-type': 'application/x-www-form-urlencoded' }
				const payload = new URLSearchParams({ token }).toString()
				const call = { method: 'POST', url: '/api/webhooks/flow/', headers, payload, remoteAddress } as const
				expect((await shop.app.inject(call)).statusCode).toBe(200)
			}
			for (let n = 0; n < 60; n++) await notify(String(n).padEnd(40, 'F'), `203.0.${n}.9`)
			expect(send).toHaveBeenCalledTimes(30)
			await notify(tokenOf(order.payment_url), '203.0.113.9')
			expect(send).toHaveBeenCalledTimes(31)
			send.mockRestore()
		})
	})

	it.each(['Rechazar pago', 'Abandonar'] as const)(
		'%s: the order fails, its units are released, and it can be paid again',
		async (button) => {
			const before = await stockOf(shop, 'Rosado')
			const order = await anOrderAtFlow('Rosado')
			await returnFromGateway(shop, await pay(order.payment_url, button, quiet))
			expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
			expect(await stockOf(shop, 'Rosado')).toBe(before)
			const again = await provider.payAgain(ana, order.orden_id)
			await returnFromGateway(shop, await pay(again.json().payment_url, 'Aprobar pago', quiet))
			expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
			expect(await stockOf(shop, 'Rosado')).toBe(before - 1)
		},
	)

	it('waits while its payment coupon is unpaid, and is confirmed when the coupon is paid', async () => {
		const order = await anOrderAtFlow()
		await returnFromGateway(shop, await pay(order.payment_url, 'Dejar pendiente', quiet))
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		await operate(`ordenes/${tokenOf(order.payment_url)}`, { accion: 'pagar', ...quiet })
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('becomes a case for staff when its amount differs from the order', async () => {
		const order = await anOrderAtFlow()
		await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', { ...quiet, alterado: 'si' }))
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'monto_distinto' })
	})

	it('can be opened under a new reference after an answer of the provider was lost', async () => {
		await provider.faults({ tipo: 'corte_despues', ruta: 'payment/create' })
		await expect(anOrderAtFlow()).rejects.toThrow('pago_no_disponible')
		const [waiting] = await shop.database.db.select().from(ordenes).orderBy(desc(ordenes.nro_orden)).limit(1)
		const again = await provider.payAgain(ana, waiting?.id ?? '')
		expect(again.statusCode).toBe(200)
		await returnFromGateway(shop, await pay(again.json().payment_url, 'Aprobar pago', quiet))
		expect(await provider.estadoOf(waiting?.id ?? '')).toBe('pagada')
		const attempts = await provider.attemptsOf(waiting?.id ?? '')
		expect(attempts.map(({ estado }) => estado)).toEqual(['vencido', 'pagado'])
	})
})

describe('a refund through Flow', () => {
	it('is pending until the provider decides, and the customer gets a mail when it is made', async () => {
		const order = await aPaidOrder()
		await provider.refund(order.orden_id, order.total)
		const [refund] = await provider.refundsOf(order.orden_id)
		expect(refund).toMatchObject({ monto: order.total, estado: 'en_curso' })
		await operate(`devoluciones/${refund?.devolucion_id}`, { accion: 'refunded' })
		await provider.runReconciler()
		expect(await provider.refundsOf(order.orden_id)).toMatchObject([{ estado: 'hecha' }])
	})

	it('is read when Flow notifies its decision; a notification of an invented refund changes nothing', async () => {
		const order = await aPaidOrder()
		await provider.refund(order.orden_id, order.total)
		const [refund] = await provider.refundsOf(order.orden_id)
		const jobs: unknown[] = []
		const enqueue = async (_tx: unknown, _name: string, data: object) => void jobs.push(data)
		const deps = { ...shop.payments, jobs: { enqueue } }
		const token = 'F'.repeat(40)
		const tell = (devolucion: string) => {
			const notification = { headers: {}, query: { tipo: 'devolucion', devolucion }, body: { token } }
			return receiveNotification(deps, 'flow', notification, async () => true)
		}
		const ofGateway = (gateway: GatewayMethod) =>
			shop.database.db
				.update(devoluciones)
				.set({ gateway })
				.where(eq(devoluciones.id, refund?.id ?? ''))
		expect(await tell(crypto.randomUUID())).toEqual({ received: true })
		await ofGateway('mercadopago')
		expect(await tell(refund?.id ?? '')).toEqual({ received: true })
		expect(jobs).toEqual([])
		await ofGateway('flow')
		expect(await tell(refund?.id ?? '')).toEqual({ received: true })
		expect(jobs).toEqual([{ devolucion_id: refund?.id, gateway_ref: token }])
	})

	it('is read in the same round in which Flow leaves payments unanswered', async () => {
		const { orden_id, total } = await aPaidOrder()
		await provider.refund(orden_id, total)
		const readAt = async () => (await provider.refundsOf(orden_id))[0]?.updated_at
		const before = await readAt()
		async function aRound(): Promise<void> {
			shop.clock.advanceMinutes(2)
			await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'conciliar_pagos', {}))
			await shop.drainJobs()
		}
		for (let orders = 0; orders < 3; orders += 1) await anOrderAtFlow()
		await provider.faults({ tipo: '500', veces: 1000, ruta: 'payment/getStatus' })
		await aRound()
		expect(await readAt()).not.toEqual(before)
		await provider.faults()
	})

	it('is read in each round of its first day, and every hour afterwards', async () => {
		const order = await aPaidOrder()
		await provider.refund(order.orden_id, order.total)
		const [refund] = await provider.refundsOf(order.orden_id)
		const asked = vi.spyOn(shop.payments.gateways.get('flow') as Gateway, 'readRefund')
		const isReadAfter = async (minutes: number) => {
			shop.clock.advanceMinutes(minutes)
			asked.mockClear()
			await reconcileRefunds(shop.payments)
			return asked.mock.calls.some(([{ devolucion_id }]) => devolucion_id === refund?.devolucion_id)
		}
		expect([await isReadAfter(1), await isReadAfter(1)]).toEqual([true, true])
		expect(await isReadAfter(25 * 60)).toBe(true)
		expect([await isReadAfter(30), await isReadAfter(31)]).toEqual([false, true])
		asked.mockRestore()
	})

	it('leaves only the rest refundable after a partial refund', async () => {
		const order = await aPaidOrder()
		expect((await provider.refund(order.orden_id, 5000)).statusCode).toBe(200)
		expect((await provider.refund(order.orden_id, order.total)).statusCode).toBe(422)
		expect((await provider.refund(order.orden_id, order.total - 5000)).statusCode).toBe(200)
		const refunds = await provider.refundsOf(order.orden_id)
		expect(refunds.map(({ monto }) => monto)).toEqual([5000, order.total - 5000])
	})
})
