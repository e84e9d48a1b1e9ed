import { MercadoPagoConfig, Payment, PaymentRefund, Preference, WebhookSignatureValidator } from 'mercadopago'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anAttempt } from '#tests/gateways/an-attempt.ts'
import { accounts, type GatewayRig, startRig } from '#tests/gateways/rig.ts'

const provider = 'https://api.mercadopago.com'
let rig: GatewayRig

/** The official client has no base URL option, so its requests are redirected to the simulator. */
beforeAll(async () => {
	rig = await startRig('mercadopago')
	const { fetch } = globalThis
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) =>
		fetch(String(input).replace(provider, rig.apiUrl), init),
	)
})
afterAll(async () => {
	vi.unstubAllGlobals()
	await rig.close()
})

/** Fresh clients: a client reuses its idempotency key on its next call. */
const official = () => new MercadoPagoConfig({ accessToken: accounts.mercadopago.accessToken })

test('the official client opens a preference, reads its payment and refunds it at the simulator', async () => {
	const item = { id: 'shaker', title: 'Premium Shaker', quantity: 1, unit_price: 33_490, currency_id: 'CLP' }
	const body = { items: [item], external_reference: 'intento-1' }
	const { id, init_point = '' } = await new Preference(official()).create({ body })
	expect(id).toBeTruthy()
	await rig.press(init_point, 'Aprobar pago', { aviso: 'nunca' })
	const options = { external_reference: 'intento-1', sort: 'date_created', criteria: 'desc' } as const
	const { results = [] } = await new Payment(official()).search({ options })
	const paid = { status: 'approved', transaction_amount: 33_490, currency_id: 'CLP', external_reference: 'intento-1' }
	expect(results).toMatchObject([paid])
	const payment_id = String(results[0]?.id)
	expect(await new Payment(official()).get({ id: payment_id })).toMatchObject(paid)

	const part = { payment_id, body: { amount: 5_000 }, requestOptions: { idempotencyKey: 'devolucion-1' } }
	const refund = await new PaymentRefund(official()).create(part)
	expect(refund).toMatchObject({ status: 'approved', amount: 5_000 })
	expect(await new PaymentRefund(official()).create(part)).toMatchObject({ id: refund.id })
	expect(await new PaymentRefund(official()).list({ payment_id })).toHaveLength(1)
})

test('the official validator accepts only the signature of the simulator’s own secret', async () => {
	const { url } = await rig.gateway.open(anAttempt())
	await rig.press(url, 'Aprobar pago')
	await rig.notified(1)
	const [notification] = rig.notifications
	const text = (name: string) => String(notification?.headers[name])
	const sent = {
		xSignature: text('x-signature'),
		xRequestId: text('x-request-id'),
		dataId: notification?.query['data.id'],
	}
	const { webhookSecret } = accounts.mercadopago
	expect(() => WebhookSignatureValidator.validate({ ...sent, secret: webhookSecret })).not.toThrow()
	expect(() => WebhookSignatureValidator.validate({ ...sent, secret: `${webhookSecret}x` })).toThrow()
})
