import { describe, expect, it } from 'vitest'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { type Gateway, GatewayKeyRefused } from './gateway.ts'

const addresses = { apiUrl: 'http://127.0.0.1:9', publicUrl: 'https://premiumshaker.cl' }

/** The gateway, whose provider gives this answer to every call. */
const gateways: Record<'flow' | 'webpay' | 'mercadopago', (status: number, body: string) => Gateway> = {
	flow: (...answer) => createFlow({ apiKey: 'k', secretKey: 's', ...addresses, ...answering(...answer) }),
	webpay: (...answer) => createWebpay({ commerceCode: '1', apiKey: 'k', ...addresses, ...answering(...answer) }),
	mercadopago: (...answer) =>
		createMercadoPago({ accessToken: 't', webhookSecret: 's', ...addresses, ...answering(...answer) }),
}
const answering = (status: number, body: string) => ({ fetch: async () => new Response(body, { status }) })

describe('probe of a gateway', () => {
	it.each([
		['flow', 400, '{"code":105,"message":"Refund not found"}'],
		['flow', 401, '{"code":"105","message":"Transaction not found"}'],
		['webpay', 422, '{"error_message":"The transaction has expired"}'],
		['webpay', 404, '{"error_message":"Transaction not found"}'],
		['mercadopago', 200, '{"paging":{"total":0},"results":[]}'],
	] as const)('accepts the unknown payment of %s: %i %s', async (name, status, body) => {
		await expect(gateways[name](status, body).probe()).resolves.toBeUndefined()
	})

	it.each([
		['flow', 400, '{"code":108,"message":"Invalid Signature"}'],
		['flow', 400, '{"code":"108","message":"Invalid Signature"}'],
		['flow', 401, '{"code":108,"message":"Invalid Signature"}'],
		['flow', 400, '{"code":100,"message":"apiKey not found"}'],
		['flow', 401, '{"message":"Unauthorized"}'],
		['flow', 403, '{"code":1,"message":"Forbidden"}'],
		['webpay', 401, '{"error_message":"Not Authorized"}'],
		['mercadopago', 401, '{"message":"invalid access token"}'],
		['mercadopago', 403, '{"message":"At least one policy returned UNAUTHORIZED"}'],
	] as const)('names the refused key of %s: %i %s', async (name, status, body) => {
		await expect(gateways[name](status, body).probe()).rejects.toThrow(GatewayKeyRefused)
	})

	it.each([
		['flow', 404, '<html>Not Found</html>'],
		['flow', 400, '<html>Bad Request</html>'],
		['webpay', 404, '<html>Not Found</html>'],
		['webpay', 422, '{}'],
		['mercadopago', 404, '{"message":"not found"}'],
		['mercadopago', 200, '<html>Bienvenido</html>'],
	] as const)('rejects the refusal of %s: %i %s', async (name, status, body) => {
		const refusal = await gateways[name](status, body)
			.probe()
			.catch((error: unknown) => error)
		expect(refusal).toBeInstanceOf(Error)
		expect(refusal).not.toBeInstanceOf(GatewayKeyRefused)
	})
})
