import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'

const unreachable = () => Promise.reject(new Error('nobody is asked'))
const place = { apiUrl: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9', fetch: unreachable }
const gateways = [
	createMercadoPago({ ...place, accessToken: 'a', webhookSecret: 'b' }),
	createFlow({ ...place, apiKey: 'a', secretKey: 'b' }),
	createWebpay({ ...place, commerceCode: 'a', apiKey: 'b' }),
]

const names = [
	'data.id',
	'id',
	'type',
	'topic',
	'token',
	'token_ws',
	'TBK_TOKEN',
	'TBK_ID_SESION',
	'external_reference',
]
const fields = fc.dictionary(
	fc.oneof(fc.constantFrom(...names, 'payment_id', 'status', '__proto__'), fc.string()),
	fc.string(),
)
const headers = fc.dictionary(fc.constantFrom('x-signature', 'x-request-id', 'accept'), fc.string())

describe.each(gateways)('untrusted input for $name', (gateway) => {
	test('is parsed without throwing, and never counts as signed', () => {
		fc.assert(
			fc.property(fields, headers, fc.anything(), (query, sent, body) => {
				const reading = gateway.readNotification({ query, headers: sent, body }, new Date())
				if (gateway.name === 'mercadopago') expect(reading.kind).toBe('forjada')
				if (gateway.name === 'webpay') expect(reading.kind).toBe('ignorada')
				const { kind } = gateway.readReturn(query)
				expect(['normal', 'aborted', 'timed_out', 'error', 'unknown']).toContain(kind)
			}),
		)
	})
})
