import { z } from 'zod'
import { type CallOptions, callProvider, type ProviderAnswer, providerUrl, readAnswer } from './call-provider.ts'
import {
	type AttemptRef,
	type Gateway,
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayRefused,
	GatewayUnavailable,
	type Hint,
	type IncomingNotification,
	type NotificationReading,
	type RefundOutcome,
} from './gateway.ts'
import { type MercadoPagoAddresses, preferenceBody } from './mercadopago-preference.ts'
import { isGenuine } from './mercadopago-signature.ts'

const preferenceSchema = z.object({
	id: z.string().min(1),
	init_point: z.url(),
	sandbox_init_point: z.url().optional(),
})
const paymentSchema = z.object({
	id: z.number().int(),
	status: z.string(),
	transaction_amount: z.number(),
	transaction_amount_refunded: z.number().nullish(),
	currency_id: z.string(),
	external_reference: z.string().nullish(),
})
const searchSchema = z.object({ paging: z.object({ total: z.number().int() }), results: z.array(paymentSchema) })
const merchantOrderSchema = z.object({ external_reference: z.string().nullish() })
const refundSchema = z.object({ id: z.union([z.number(), z.string()]), status: z.string() })

type MercadoPagoPayment = z.output<typeof paymentSchema>

/** Whatever the provider adds later to its list of states waits, and is looked at again. */
const states: Readonly<Record<string, GatewayPaymentState>> = {
	approved: 'aprobado',
	in_mediation: 'aprobado',
	rejected: 'rechazado',
	cancelled: 'cancelado',
	refunded: 'devuelto',
	charged_back: 'devuelto',
}

const searchPage = 50
/** Nobody pays one attempt a thousand times; the bound ends a search that never does. */
const searchPages = 20
const merchantOrder = 'merchant_order:'

function toPayment(payment: MercadoPagoPayment): GatewayPayment {
	const estado = states[payment.status] ?? 'pendiente'
	const told = payment.transaction_amount_refunded ?? 0
	return {
		pago_id: String(payment.id),
		estado,
		monto: payment.transaction_amount,
		moneda: payment.currency_id,
		devuelto: estado === 'devuelto' ? Math.max(told, payment.transaction_amount) : told,
	}
}

function toRefund({ id, status }: z.output<typeof refundSchema>): RefundOutcome {
	const estados = { approved: 'hecho', in_process: 'pendiente' } as const
	return { estado: estados[status as keyof typeof estados] ?? 'rechazado', devolucion_id: String(id) }
}

/** The provider writes a value that it does not have as the text `null`. */
function present(value: string | undefined): string | undefined {
	return value === undefined || value === '' || value === 'null' ? undefined : value
}

/** Payments have numbers; any other text in their place is somebody's play with the address. */
function paymentId(value: string | undefined): string | undefined {
	return value !== undefined && /^\d{1,20}$/.test(value) ? value : undefined
}

function headerText(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value[0] : value
}

/**
 * Reads a notification of either form. Only what the webhook secret signs is believed; the old form (IPN) is signed with
 * something that nobody can verify, so it counts as forged and the payment is found by asking.
 */
function readNotification({ headers, query }: IncomingNotification, secret: string, now: Date): NotificationReading {
	const dataId = query['data.id'] ?? query.id
	const requestId = headerText(headers['x-request-id'])
	if (!isGenuine(headerText(headers['x-signature']), { dataId, requestId }, secret, now)) return { kind: 'forjada' }
	const topic = query.type ?? query.topic
	const id = paymentId(dataId)
	if (!id) return { kind: 'ignorada' }
	if (topic === 'payment') return { kind: 'pago', pago_id: id }
	if (topic === 'merchant_order' || topic === 'topic_merchant_order_wh')
		return { kind: 'pago', gateway_ref: `${merchantOrder}${id}` }
	return { kind: 'ignorada' }
}

/**
 * Mercado Pago's Checkout Pro over its preferences. Written by hand on `fetch`, because the provider's own package cannot
 * change its base address and carries an idempotency key over to the next call.
 */
export function createMercadoPago(
	options: MercadoPagoAddresses & CallOptions & { accessToken: string; webhookSecret: string; apiUrl: string },
): Gateway {
	const { accessToken, webhookSecret, apiUrl } = options

	function call(path: string, query: Record<string, string> = {}, post?: { body: unknown; key: string }) {
		const headers = {
			authorization: `Bearer ${accessToken}`,
			accept: 'application/json',
			...(post ? { 'content-type': 'application/json', 'x-idempotency-key': post.key } : {}),
		}
		const init = post ? { method: 'POST', headers, body: JSON.stringify(post.body) } : { headers }
		return callProvider(providerUrl(apiUrl, path, query), init, options)
	}

	/** Undefined when the provider has no such thing (yet): a fresh id may take seconds to be found. */
	function found<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T | undefined {
		return answer.status === 404 ? undefined : readAnswer(answer, schema)
	}

	async function payment(id: string): Promise<MercadoPagoPayment | undefined> {
		return paymentId(id) ? found(await call(`/v1/payments/${id}`), paymentSchema) : undefined
	}

	async function search(reference: string): Promise<MercadoPagoPayment[]> {
		const payments: MercadoPagoPayment[] = []
		for (let page = 0; page < searchPages; page += 1) {
			const query = {
				external_reference: reference,
				sort: 'date_created',
				criteria: 'desc',
				limit: String(searchPage),
				offset: String(page * searchPage),
			}
			const answer = readAnswer(await call('/v1/payments/search', query), searchSchema)
			payments.push(...answer.results)
			if (answer.results.length < searchPage) return payments
		}
		throw new GatewayUnavailable('the search for one attempt never ended')
	}

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const byId = new Map((await search(attempt.id)).map((one) => [one.id, one]))
		// The search lags behind, so a payment that somebody named is read by itself and wins.
		const named = attempt.pago_id === undefined ? undefined : await payment(attempt.pago_id)
		if (named) byId.set(named.id, named)
		return [...byId.values()].filter((one) => one.external_reference === attempt.id).map(toPayment)
	}

	return {
		name: 'mercadopago',
		read,
		confirm: read,
		async open(attempt) {
			const post = { body: preferenceBody(attempt, options), key: attempt.id }
			const preference = readAnswer(await call('/checkout/preferences', {}, post), preferenceSchema)
			const { init_point, sandbox_init_point } = preference
			const isTest = accessToken.startsWith('TEST-')
			return { gateway_ref: preference.id, url: isTest ? (sandbox_init_point ?? init_point) : init_point }
		},
		async identify(hint: Hint) {
			if (hint.pago_id !== undefined) return (await payment(hint.pago_id))?.external_reference ?? undefined
			if (!hint.gateway_ref?.startsWith(merchantOrder)) return hint.attempt_id
			const id = hint.gateway_ref.slice(merchantOrder.length)
			const answer = await call(`/merchant_orders/${encodeURIComponent(id)}`)
			return found(answer, merchantOrderSchema)?.external_reference ?? undefined
		},
		readReturn(fields) {
			const attempt_id = present(fields.external_reference)
			const pago_id = paymentId(fields.payment_id) ?? paymentId(fields.collection_id)
			const status = present(fields.status) ?? present(fields.collection_status)
			const hint = { attempt_id, pago_id, gateway_ref: present(fields.preference_id) }
			if (!attempt_id && !pago_id) return { kind: 'desconocido', ...hint }
			return { kind: pago_id || status ? 'normal' : 'abortado', ...hint }
		},
		readNotification: (notification, now) => readNotification(notification, webhookSecret, now),
		async refund({ pago_id, monto, total, idempotencyKey }) {
			const body = monto === total ? {} : { amount: monto }
			const answer = await call(
				`/v1/payments/${encodeURIComponent(pago_id)}/refunds`,
				{},
				{ body, key: idempotencyKey },
			)
			return toRefund(readAnswer(answer, refundSchema))
		},
		async readRefund({ devolucion_id, pago_id }) {
			const answer = await call(`/v1/payments/${encodeURIComponent(pago_id)}/refunds`)
			const refund = readAnswer(answer, z.array(refundSchema)).find((one) => String(one.id) === devolucion_id)
			if (!refund) throw new GatewayRefused(`no refund ${devolucion_id}`)
			return toRefund(refund)
		},
	}
}
