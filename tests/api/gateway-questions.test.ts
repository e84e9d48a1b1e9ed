import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { aCustomer, anOrder, sendOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')

/** A waiting order with its open attempt, and the request that placed it. */
async function aWaitingOrder(metodo_pago: GatewayMethod) {
	const [request, key] = [anOrder({ metodo_pago }), randomUUID()]
	const { orden_id, nro_orden } = (await sendOrder(shop, ana, request, key)).json()
	const [attempt] = await gatewayHelpers(shop, metodo_pago).attemptsOf(orden_id)
	await shop.drainJobs()
	const mail = shop.inbox.mails().find(({ text }) => text.includes(String(nro_orden)))
	const token = /\/orden\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
	return { orden_id, request, key, token, ref: attempt?.gateway_ref ?? '', intento_id: attempt?.id ?? '' }
}
type Waiting = Awaited<ReturnType<typeof aWaitingOrder>>

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (url: string, fields: Record<string, string> = {}) =>
	shop.app.inject({ method: 'POST', url, headers: form, payload: new URLSearchParams(fields).toString() })
const asAna = (url: string) =>
	shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${ana.access}` } })
const makeDue = ({ orden_id }: Waiting) =>
	shop.database.db
		.update(intentosPago)
		.set({ consultar_at: shop.clock.now() })
		.where(eq(intentosPago.orden_id, orden_id))
const ask = (url: string) => shop.app.inject({ url })

/** Every way in which a caller makes the shop read a gateway. */
const calls: readonly [string, GatewayMethod, (order: Waiting) => Promise<unknown>][] = [
	[
		'status of Mercado Pago',
		'mercadopago',
		({ orden_id }) => ask(`/api/pago_exitoso/?external_reference=${orden_id}&payment_id=1`),
	],
	['status of Flow', 'flow', ({ ref }) => ask(`/api/flow/status/?token=${ref}`)],
	['status of Webpay', 'webpay', ({ orden_id }) => ask(`/api/webpay/status/?orden_id=${orden_id}`)],
	['normal return from Webpay', 'webpay', ({ ref }) => post('/api/retorno/webpay/', { token_ws: ref })],
	[
		'aborted return from Webpay',
		'webpay',
		({ ref }) => post('/api/retorno/webpay/', { TBK_TOKEN: ref, TBK_ID_SESION: 'x', TBK_ORDEN_COMPRA: 'x' }),
	],
	['return from Flow', 'flow', ({ ref }) => post('/api/retorno/flow/', { token: ref })],
	['paying again', 'webpay', ({ orden_id }) => asAna(`/api/ordenes/${orden_id}/pagar/`)],
	[
		'paying again by the mailed link',
		'flow',
		({ token }) => shop.app.inject({ method: 'POST', url: `/api/orden/${token}/pagar/` }),
	],
	['cancelling', 'flow', ({ orden_id }) => asAna(`/api/ordenes/${orden_id}/cancelar/`)],
	['the same order again', 'webpay', ({ request, key }) => sendOrder(shop, ana, request, key)],
	[
		'notification of Flow',
		'flow',
		async ({ ref }) => {
			await post('/api/webhooks/flow/', { token: ref })
			await shop.drainJobs()
		},
	],
	[
		'the reconciler',
		'webpay',
		async (order) => {
			await makeDue(order)
			await reconcilePayments(shop.payments)
		},
	],
	[
		'the expiry of orders',
		'flow',
		async ({ orden_id }) => {
			await shop.database.db.update(ordenes).set({ expires_at: shop.clock.now() }).where(eq(ordenes.id, orden_id))
			await expireOrders(shop.payments)
		},
	],
]

it.each(calls)('%s, 60 times, reads the gateway once in five seconds at most', async (_, method, call) => {
	const gateway = shop.payments.gateways.get(method) as Gateway
	const order = await aWaitingOrder(method)
	const spies = [vi.spyOn(gateway, 'read'), vi.spyOn(gateway, 'confirm'), vi.spyOn(gateway, 'open')]
	const began = performance.now()
	for (let n = 0; n < 60; n += 4) await Promise.all([1, 2, 3, 4].map(() => call(order)))
	const seconds = (performance.now() - began) / 1000
	const asked = spies.flatMap((spy) => spy.mock.calls.filter(([ref]) => ref.id === order.intento_id)).length
	// The first return is always read, beside a question of the last five seconds.
	expect(asked).toBeLessThanOrEqual(2 + seconds / 5)
	expect(asked).toBeGreaterThan(0)
	for (const spy of spies) spy.mockRestore()
})

it('an order is paid again while another process reads the gateway, whose answer is still to come', async () => {
	const { orden_id, intento_id } = await aWaitingOrder('flow')
	const flow = shop.payments.gateways.get('flow') as Gateway
	const answer = Promise.withResolvers<void>()
	const slow: Gateway = { ...flow, read: (ref) => answer.promise.then(() => flow.read(ref)) }
	// A second copy of the module is another process to the first one.
	vi.resetModules()
	const { settlePayment } = await import('#modules/payments/server/settle-payment.ts')
	const reading = settlePayment({ ...shop.payments, gateways: new Map([['flow', slow]]) }, intento_id)
	const questions = () =>
		shop.database.db.$count(intentosPago, and(eq(intentosPago.id, intento_id), eq(intentosPago.consultas, 1)))
	await expect.poll(questions).toBe(1)
	expect((await asAna(`/api/ordenes/${orden_id}/pagar/`)).statusCode).toBe(200)
	answer.resolve()
	expect(await reading).toBe(true)
})

it('an order whose page is abandoned again and again opens five pages in an hour', async () => {
	const gateway = shop.payments.gateways.get('webpay') as Gateway
	const order = await aWaitingOrder('webpay')
	const open = vi.spyOn(gateway, 'open')
	const statuses: number[] = []
	for (let n = 0; n < 60; n++) {
		const isOpen = and(eq(intentosPago.orden_id, order.orden_id), eq(intentosPago.estado, 'abierto'))
		const [attempt] = await shop.database.db.select().from(intentosPago).where(isOpen)
		if (attempt?.gateway_ref)
			await post('/api/retorno/webpay/', { TBK_TOKEN: attempt.gateway_ref, TBK_ID_SESION: 'x', TBK_ORDEN_COMPRA: 'x' })
		statuses.push((await asAna(`/api/ordenes/${order.orden_id}/pagar/`)).statusCode)
	}
	expect(statuses).toEqual([...Array(4).fill(200), ...Array(56).fill(429)])
	expect(open).toHaveBeenCalledTimes(4)
	open.mockRestore()
})
