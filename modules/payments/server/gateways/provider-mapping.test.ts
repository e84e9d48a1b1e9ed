import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { createFlow, signFlow } from '#modules/payments/server/flow/flow.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { buyOrderOf, createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import { GatewayKeyRefused, GatewayRefused, GatewayUnavailable } from './gateway.ts'

const id = randomUUID()
const publicUrl = 'https://tienda.cl'

interface Call {
	readonly method: string
	readonly url: URL
	readonly headers: Headers
	readonly body: string
}

/** A provider with these answers in sequence, the last one repeated, that records its requests. */
function provider(answers: readonly unknown[], status = 200) {
	const calls: Call[] = []
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const { method, url, headers, ...request } = new Request(input, init)
		const body = await new Request(input, init).text()
		calls.push({ ...request, method, url: new URL(url), headers, body })
		return Response.json(answers[Math.min(calls.length, answers.length) - 1], { status })
	}
	return { calls, place: { apiUrl: 'https://proveedor.test/base', publicUrl, fetch } }
}

describe('the mapping of Mercado Pago', () => {
	function mercadoPago(answers: readonly unknown[], accessToken = 'APP_USR-1') {
		const { calls, place } = provider(answers)
		return { calls, gateway: createMercadoPago({ ...place, accessToken, webhookSecret: 'w' }) }
	}
	const payment = { id: 1, status: 'approved', transaction_amount: 9_000, currency_id: 'CLP', external_reference: id }
	const found = (...results: object[]) => ({ paging: { total: results.length }, results })

	test.each([
		['approved', 'aprobado', 0],
		['in_mediation', 'aprobado', 0],
		['authorized', 'pendiente', 0],
		['in_process', 'pendiente', 0],
		['pending', 'pendiente', 0],
		['a_new_one', 'pendiente', 0],
		['rejected', 'rechazado', 0],
		['cancelled', 'cancelado', 0],
		['refunded', 'devuelto', 9_000],
		['charged_back', 'devuelto', 9_000],
	])('reads a %s payment as %s, with %d CLP refunded', async (status, estado, devuelto) => {
		const { gateway } = mercadoPago([found({ ...payment, status }, { ...payment, id: 2, external_reference: 'x' })])
		const reported = { pago_id: '1', estado, monto: 9_000, moneda: 'CLP', devuelto }
		expect(await gateway.read({ id, gateway_ref: null })).toMatchObject([reported])
	})

	test('reports the refunded part of a payment', async () => {
		const { gateway } = mercadoPago([found({ ...payment, transaction_amount_refunded: 4_000 })])
		expect(await gateway.read({ id, gateway_ref: null })).toMatchObject([{ estado: 'aprobado', devuelto: 4_000 }])
	})

	test.each([
		['approved', 'hecho'],
		['in_process', 'pendiente'],
		['authorized', 'pendiente'],
		['a_new_one', 'pendiente'],
		['rejected', 'rechazado'],
		['cancelled', 'rechazado'],
	])('reads a %s refund as %s: an unknown state is not refused', async (status, estado) => {
		const refund = { id: 7, status, amount: 5_000, date_created: '2026-11-20T12:00:00.000-03:00' }
		const { gateway } = mercadoPago([[{ ...refund, id: 6, status: 'approved' }, refund]])
		const requested = { devolucion_id: '7', pago_id: '1', monto: 5_000 }
		expect(await gateway.readRefund(requested)).toEqual({ estado, devolucion_id: '7' })
		await expect(gateway.readRefund({ ...requested, devolucion_id: '8' })).rejects.toThrow(GatewayRefused)
	})

	test('sends a refund once by its id, and reads all pages of a search', async () => {
		const made = { id: 7, status: 'approved', amount: 5_000, date_created: '2026-11-20T12:00:00.000-03:00' }
		const refunds = mercadoPago([made])
		const money = { pago_id: '1', monto: clp(5_000), email: 'a@b.cl', attempt: { id, gateway_ref: null } }
		await refunds.gateway.refund({ ...money, id: 'our-id' })
		const [call] = refunds.calls
		expect(`${call?.method} ${call?.url}`).toBe('POST https://proveedor.test/base/v1/payments/1/refunds')
		expect(call?.headers.get('authorization')).toBe('Bearer APP_USR-1')
		expect(call?.headers.get('x-idempotency-key')).toBe('our-id')
		expect(call?.headers.get('x-render-in-process-refunds')).toBe('true')
		expect(JSON.parse(call?.body ?? '')).toEqual({ amount: 5_000 })

		const page = Array.from({ length: 50 }, (_, n) => ({ ...payment, id: n }))
		const search = mercadoPago([found(...page), found({ ...payment, id: 50 })])
		expect(await search.gateway.read({ id, gateway_ref: null })).toHaveLength(51)
		const offsets = search.calls.map(({ url }) => Object.fromEntries(url.searchParams))
		const query = { external_reference: id, sort: 'date_created', criteria: 'desc', limit: '50' }
		expect(offsets).toEqual([
			{ ...query, offset: '0' },
			{ ...query, offset: '50' },
		])
	})

	test.each([
		['APP_USR-1', 'https://mp.test/pay'],
		['TEST-1', 'https://mp.test/sandbox'],
	])('returns for the token %s the page %s', async (token, url) => {
		const preference = { id: 'p', init_point: 'https://mp.test/pay', sandbox_init_point: 'https://mp.test/sandbox' }
		expect(await mercadoPago([preference], token).gateway.open(anAttempt())).toEqual({ gateway_ref: 'p', url })
	})
})

describe('the mapping of Flow', () => {
	function flow(answers: readonly unknown[], status = 200) {
		const { calls, place } = provider(answers, status)
		return { calls, gateway: createFlow({ ...place, apiKey: 'k', secretKey: 's' }) }
	}
	const order = { flowOrder: 77, commerceOrder: id, status: 2, currency: 'CLP', amount: '9000.00' }
	const ref = { id, gateway_ref: 'a-token-of-flow' }

	test.each([
		[{ status: 1 }, []],
		[{ status: 1, pending_info: { media: 'Servipag' } }, [{ estado: 'pendiente', monto: 9_000 }]],
		[{ status: '2' }, [{ estado: 'aprobado', monto: 9_000 }]],
		[{ paymentData: { amount: '8000', currency: 'CLP' } }, [{ estado: 'aprobado', monto: 8_000 }]],
		[{ paymentData: { amount: 10, currency: 'USD' } }, [{ estado: 'aprobado', monto: 9_000 }]],
		[{ paymentData: { amount: null, currency: null } }, [{ estado: 'aprobado', monto: 9_000 }]],
		[{ status: 3, paymentData: { amount: 1, currency: 'CLP' } }, [{ estado: 'rechazado', monto: 9_000 }]],
		[{ status: 4 }, [{ estado: 'cancelado', monto: 9_000 }]],
		[{ status: 9 }, [{ estado: 'pendiente', monto: 9_000 }]],
		[{ commerceOrder: randomUUID() }, []],
	])('reads an order with %j as %j', async (changes, reported) => {
		expect(await flow([{ ...order, ...changes }]).gateway.read(ref)).toMatchObject(reported)
	})

	test.each([{ amount: null }, { amount: '' }, { flowOrder: null }, { status: null }, { amount: 'mucho' }])(
		'rejects the invalid answer %j',
		async (changes) => {
			await expect(flow([{ ...order, ...changes }]).gateway.read(ref)).rejects.toThrow(GatewayUnavailable)
		},
	)

	test.each([
		['created', 'pendiente'],
		['accepted', 'pendiente'],
		['a_new_one', 'pendiente'],
		['refunded', 'hecho'],
		['rejected', 'rechazado'],
		['canceled', 'rechazado'],
	])('reads a %s refund as %s: an unknown state is not refused', async (status, estado) => {
		const { gateway } = flow([{ token: 'refund-token', status, amount: '5000' }])
		const requested = { devolucion_id: 'refund-token', pago_id: '77', monto: 5_000 }
		expect(await gateway.readRefund(requested)).toEqual({ estado, devolucion_id: 'refund-token' })
	})

	test('sends payments and refunds with every field, signed', async () => {
		const attempt = anAttempt({ id })
		const opening = flow([{ url: 'https://flow.test/pay.php', token: 't k', flowOrder: 77 }])
		const url = 'https://flow.test/pay.php?token=t%20k'
		expect(await opening.gateway.open(attempt)).toEqual({ gateway_ref: 't k', url })
		const refunding = flow([{ token: 'refund-token', status: 'created' }])
		const refund = { id: 'our-id', pago_id: '77', attempt: ref, monto: clp(5_000), email: 'a+b@c.cl' }
		await refunding.gateway.refund(refund)
		const sent = [...opening.calls, ...refunding.calls].map(({ method, url: { pathname }, body }) => {
			const { s, ...params } = Object.fromEntries(new URLSearchParams(body))
			expect(s).toBe(signFlow(params, 's'))
			return { [`${method} ${pathname}`]: params }
		})
		const payment = {
			apiKey: 'k',
			commerceOrder: id,
			subject: `Pedido N° ${attempt.nro_orden}`,
			email: attempt.email,
			amount: String(attemptTotal),
			currency: 'CLP',
			paymentMethod: '9',
			timeout: '1800',
			urlConfirmation: `${publicUrl}/api/webhooks/flow/`,
			urlReturn: `${publicUrl}/api/retorno/flow/`,
		}
		const urlCallBack = `${publicUrl}/api/webhooks/flow/?tipo=devolucion&devolucion=our-id`
		const money = { amount: '5000', flowTrxId: '77', receiverEmail: 'a+b@c.cl', urlCallBack }
		expect(sent).toEqual([
			{ 'POST /base/payment/create': payment },
			{ 'POST /base/refund/create': { apiKey: 'k', refundCommerceOrder: 'our-id', ...money } },
		])
	})

	test.each([400, 401])('finds nothing for a token answered with %d, unless our signature is wrong', async (status) => {
		expect(await flow([{ code: 105, message: 'x' }], status).gateway.identify(ref)).toBeUndefined()
		await expect(flow([{ code: 108, message: 'x' }], status).gateway.identify(ref)).rejects.toThrow(GatewayKeyRefused)
		const unnamed = status === 401 ? GatewayKeyRefused : GatewayRefused
		await expect(flow([{ message: 'x' }], status).gateway.identify(ref)).rejects.toThrow(unnamed)
	})

	test.each([
		undefined,
		null,
		'token',
		{ token: ['a-token-of-flow'] },
		{ token: 'short' },
		{ token: 'tokenOfFlow/..' },
		{ token: '../tokenOfFlow' },
	])('ignores a notification with the body %j', (body) => {
		const { gateway } = flow([])
		expect(gateway.readNotification({ headers: {}, query: {}, body }, new Date())).toEqual({ kind: 'ignorada' })
	})
})

describe('the mapping of Webpay', () => {
	function webpay(answers: readonly unknown[], status = 200) {
		const { calls, place } = provider(answers, status)
		return { calls, gateway: createWebpay({ ...place, commerceCode: 'c', apiKey: 'k' }) }
	}
	const token = 'a'.repeat(64)
	const ref = { id, gateway_ref: token }
	const sale = { status: 'AUTHORIZED', response_code: 0, amount: 9_000, buy_order: buyOrderOf(id), session_id: id }

	test.each([
		[{ status: 'INITIALIZED' }, []],
		[{ status: 'CAPTURED' }, [{ estado: 'aprobado', devuelto: 0 }]],
		[{ status: 'REVERSED' }, [{ estado: 'devuelto', devuelto: 9_000 }]],
		[{ status: 'NULLIFIED' }, [{ estado: 'devuelto', devuelto: 9_000 }]],
		[{ status: 'PARTIALLY_NULLIFIED', balance: 6_000 }, [{ estado: 'aprobado', devuelto: 3_000 }]],
		[{ status: 'PARTIALLY_NULLIFIED' }, [{ estado: 'aprobado', devuelto: 0 }]],
		[{ session_id: randomUUID() }, []],
		[{ buy_order: buyOrderOf(randomUUID()) }, []],
	])('reads a sale with %j as %j', async (changes, reported) => {
		expect(await webpay([{ ...sale, ...changes }]).gateway.read(ref)).toMatchObject(reported)
	})

	test.each([
		[{ type: 'REVERSED' }, { estado: 'hecho', devolucion_id: '77' }],
		[
			{ type: 'NULLIFIED', response_code: 0, authorization_code: '123' },
			{ estado: 'hecho', devolucion_id: '123' },
		],
		[
			{ type: 'NULLIFIED', response_code: 304 },
			{ estado: 'rechazado', devolucion_id: '77' },
		],
	])('reads a refund answered with %j as %j', async (reported, outcome) => {
		const { calls, gateway } = webpay([reported])
		const refund = { id: 'our-id', pago_id: '77', attempt: ref, monto: clp(5_000), email: '' }
		expect(await gateway.refund(refund)).toEqual(outcome)
		expect(calls[0]?.url.pathname).toBe(`/base/rswebpaytransaction/api/webpay/v1.2/transactions/${token}/refunds`)
		expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ amount: 5_000 })
	})

	test.each([`${token}/refunds`, `../${token}`, 'short', 'a'.repeat(129)])(
		'sends no call for %s, which is no token',
		async (gateway_ref) => {
			const { calls, gateway } = webpay([sale])
			const wrong = { id, gateway_ref }
			expect(await gateway.identify({ gateway_ref })).toBeUndefined()
			expect([await gateway.read(wrong), await gateway.confirm(wrong)]).toEqual([[], []])
			const refund = { id: 'our-id', pago_id: '77', attempt: wrong, monto: clp(5_000), email: '' }
			await expect(gateway.refund(refund)).rejects.toThrow(GatewayRefused)
			const lost = { ...refund, devuelto_antes: 0, pedida_at: new Date(), known: [] }
			expect(await gateway.findRefund(lost)).toBe('unknown')
			expect(calls).toEqual([])
		},
	)

	test('sends a sale with every field', async () => {
		const { calls, gateway } = webpay([{ token, url: 'https://webpay.test/init' }])
		const url = `https://webpay.test/init?token_ws=${token}`
		expect(await gateway.open(anAttempt({ id }))).toEqual({ gateway_ref: token, url })
		const [call] = calls
		expect(`${call?.method} ${call?.url.pathname}`).toBe('POST /base/rswebpaytransaction/api/webpay/v1.2/transactions')
		expect([call?.headers.get('Tbk-Api-Key-Id'), call?.headers.get('Tbk-Api-Key-Secret')]).toEqual(['c', 'k'])
		expect(call?.headers.get('content-type')).toBe('application/json')
		const order = { buy_order: buyOrderOf(id), session_id: id, amount: attemptTotal }
		expect(JSON.parse(call?.body ?? '')).toEqual({ ...order, return_url: `${publicUrl}/api/retorno/webpay/` })
	})
})
