import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { GatewayKeyRefused, GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { waitsLong, withHeldTimers } from '#tests/held-timers.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, type TestCustomer } from '#tests/shop-helpers.ts'

let shop: TestShop
let ana: TestCustomer

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
})
afterAll(() => shop.stop())
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

describe.each(['mercadopago', 'flow'] as const)('the notification of %s', (metodo_pago) => {
	let provider: ReturnType<typeof gatewayHelpers>
	beforeAll(() => {
		provider = gatewayHelpers(shop, metodo_pago)
	})

	const approve = async (variant: Record<string, string>) => {
		const before = await provider.answeredNotifications()
		const order = await aPlacedOrder(shop, ana, { metodo_pago })
		const back = await pay(order.init_point ?? order.payment_url, 'Aprobar pago', {
			demora_segundos: '0.1',
			...variant,
		})
		/** Waits until the shop has answered this many notifications of the payment. */
		const notified = (count: number) =>
			expect.poll(async () => (await provider.answeredNotifications()) - before).toBe(count)
		return { ...order, back, notified }
	}
	/** The page that polls the order after the return. */
	const returnFromGateway = async ({
		orden_id,
		payment_url,
	}: {
		orden_id: string
		payment_url?: string | undefined
	}) => {
		const token = new URL(payment_url ?? 'https://a.cl').searchParams.get('token')
		const url = payment_url ? `/api/flow/status/?token=${token}` : `/api/pago_exitoso/?external_reference=${orden_id}`
		return (await shop.app.inject({ url })).json()
	}
	const becomesPaid = (orderId: string) =>
		expect
			.poll(async () => {
				await shop.drainJobs()
				return await provider.estadoOf(orderId)
			})
			.toBe('pagada')
	const isPaidOnce = async (orderId: string) => {
		await shop.drainJobs()
		expect(await provider.estadoOf(orderId)).toBe('pagada')
		expect((await provider.paymentsOf(orderId)).map(({ destino }) => destino)).toEqual(['aplicado'])
	}

	it('pays the order once before the return', async () => {
		const order = await approve({ aviso: 'antes' })
		await becomesPaid(order.orden_id)
		expect(await returnFromGateway(order)).toMatchObject({ estado: 'pagada' })
		await isPaidOnce(order.orden_id)
	})

	it('pays the order once after the return', async () => {
		await withHeldTimers(async (letTimePass) => {
			const order = await approve({ aviso: 'tarde', ...waitsLong })
			expect(await returnFromGateway(order)).toMatchObject({ estado: 'pagada' })
			await order.notified(0)
			letTimePass()
			await order.notified(1)
			await isPaidOnce(order.orden_id)
		})
	})

	it('pays the order once when repeated', async () => {
		const order = await approve({ aviso: 'dos-veces' })
		await becomesPaid(order.orden_id)
		await order.notified(3)
		await isPaidOnce(order.orden_id)
	})

	it('may be lost with the tab closed: the order is still paid', async () => {
		const order = await approve({ aviso: 'nunca', sin_volver: 'si' })
		await provider.runReconciler()
		await isPaidOnce(order.orden_id)
	})

	it('changes nothing when forged; a real payment is found by polling', async () => {
		const order = await approve({ aviso: 'forjada', sin_volver: 'si' })
		await order.notified(1)
		await shop.drainJobs()
		// At Mercado Pago it is a hint to read at once; at Flow nothing is read before the next run.
		if (metodo_pago === 'flow') expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		await provider.runReconciler()
		await isPaidOnce(order.orden_id)
	})

	it('never pays an order with an altered amount', async () => {
		const order = await approve({ alterado: 'si' })
		await returnFromGateway(order)
		await shop.drainJobs()
		expect(await provider.estadoOf(order.orden_id)).toBe('en_revision')
	})
})

describe('receiving', () => {
	let shop: TestShop

	beforeAll(async () => {
		shop = await openTestShop()
	})
	afterAll(() => shop.stop())

	/** An unsigned notification of a payment. */
	const forge = async (id: number) =>
		await shop.app.inject({
			method: 'POST',
			url: `/api/webhooks/mercadopago/?data.id=${id}&type=payment`,
			headers: { 'x-signature': `ts=1742505638683,v1=${'0'.repeat(64)}`, 'x-request-id': `request-${id}` },
			payload: { type: 'payment', data: { id: String(id) } },
		})

	it('reads the gateway at most thirty times a minute for unverified notifications, once each', async () => {
		const gateway = shop.payments.gateways.get('mercadopago')
		if (!gateway) throw new Error('no gateway')
		const identify = vi.spyOn(gateway, 'identify')
		for (let id = 1; id <= 33; id += 1) expect((await forge(id)).statusCode).toBe(401)
		await shop.drainJobs()
		expect(identify).toHaveBeenCalledTimes(30)
		shop.clock.advanceMinutes(2)
		await forge(41)
		await shop.drainJobs()
		expect(identify).toHaveBeenCalledTimes(31)
	})
})

describe.each([
	['liquidar_pago', { gateway: 'mercadopago', pago_id: '71' }],
	['seguir_disputa', { gateway: 'mercadopago', tipo: 'contracargo', disputa_id: '72' }],
] as const)('the job %s about what its gateway refuses', (cola, job) => {
	/** The state of the job after one run, while the gateway answers with this error. */
	async function runWith(error: Error): Promise<unknown> {
		const gateways = shop.payments.gateways as Map<string, Gateway>
		const gateway = gateways.get('mercadopago')
		if (!gateway) throw new Error('no mercadopago')
		const refuse = () => Promise.reject(error)
		gateways.set('mercadopago', { ...gateway, identify: refuse, readDispute: refuse })
		await shop.database.db.execute(sql`delete from pgboss.job where name = ${cola}`)
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, cola, job))
		await shop.drainJobs()
		gateways.set('mercadopago', gateway)
		const { rows } = await shop.database.db.execute(sql`select state from pgboss.job where name = ${cola}`)
		return rows
	}

	it('ends: it is refused at every try', async () => {
		expect(await runWith(new GatewayRefused('400 not yours'))).toEqual([{ state: 'completed' }])
	})

	it('waits while the key is refused', async () => {
		expect(await runWith(new GatewayKeyRefused('401'))).toEqual([{ state: 'retry' }])
		await shop.retryJobs()
	})
})
