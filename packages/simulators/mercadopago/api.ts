import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import { disputeRoutes } from './disputes.ts'
import { collectorId, type Payment, type Preference, preferenceTotal, providerDate, type Records } from './records.ts'
import type { Settings } from './settings.ts'

interface ApiParts {
	readonly records: Records
	readonly faults: FaultSwitch<Settings>
	readonly accessToken: string
	readonly clock: () => Date
	/** Public URL of the simulator, without a trailing slash. */
	readonly home: () => string
}

const itemSchema = z.looseObject({
	title: z.string().min(1),
	quantity: z.number().int().positive(),
	unit_price: z.number().nonnegative(),
	currency_id: z.string().default('CLP'),
})
const offsetDate = z.iso.datetime({ offset: true }).refine((text) => /[+-]\d\d:\d\d$/.test(text), 'offset')
const preferenceSchema = z.looseObject({
	items: z.array(itemSchema).min(1),
	external_reference: z.string().max(256).optional(),
	back_urls: z.object({ success: z.url(), failure: z.url(), pending: z.url() }).partial().optional(),
	auto_return: z.enum(['approved', 'all']).optional(),
	notification_url: z.url().max(500).optional(),
	expires: z.boolean().optional(),
	expiration_date_from: offsetDate.optional(),
	expiration_date_to: offsetDate.optional(),
	payer: z.looseObject({ email: z.string().optional() }).optional(),
	metadata: z.record(z.string(), z.unknown()).optional(),
})

function fail(
	reply: FastifyReply,
	{ status, error }: { status: number; error: string },
	message: string,
	cause: unknown = null,
) {
	return reply.code(status).send({ message, error, status, cause })
}

/** Returns the provider's error for an invalid preference; the second message is as misleading as the real one. */
function preferenceRefusal(body: z.output<typeof preferenceSchema>): [error: string, message: string] | undefined {
	const hasDecimals = body.items.some((item) => item.currency_id === 'CLP' && !Number.isInteger(item.unit_price))
	if (hasDecimals) return ['invalid_items', 'unit_price invalid. CLP does not accept decimals']
	if (!body.auto_return) return undefined
	const success = body.back_urls?.success
	const isPrivate = success && /^(localhost|127\.|10\.|192\.168\.|\[)/.test(new URL(success).host)
	if (!success || isPrivate) return ['invalid_auto_return', 'auto_return invalid. back_url.success must be defined']
	return undefined
}

/** A payment in the provider's format. */
function paymentShape(payment: Payment) {
	const { preference_id: _preference, payer_email, merchant_order_id, ...shown } = payment
	return {
		...shown,
		payment_method_id: 'visa',
		payment_type_id: 'credit_card',
		installments: 1,
		...(payment.status === 'approved' ? { authorization_code: String(payment.id).slice(-6) } : {}),
		card: { last_four_digits: '6623' },
		live_mode: false,
		captured: payment.status === 'approved',
		collector_id: collectorId,
		order: { id: String(merchant_order_id), type: 'mercadopago' },
		payer: { email: payer_email, identification: { type: 'RUT', number: null } },
		transaction_details: {
			net_received_amount: payment.transaction_amount,
			total_paid_amount: payment.transaction_amount,
		},
		fee_details: [],
	}
}

function missing(reply: FastifyReply, now: Date) {
	const data = `${providerDate(now)};${randomUUID()}`
	return fail(reply, { status: 404, error: 'not_found' }, 'Payment not found', [
		{ code: 2000, description: 'Payment not found', data },
	])
}

function preferenceRoutes(api: FastifyInstance, { records, home }: ApiParts) {
	const show = (preference: Preference) => {
		const init_point = `${home()}/checkout/v1/redirect?pref_id=${preference.id}`
		return {
			...preference.sent,
			id: preference.id,
			init_point,
			sandbox_init_point: init_point,
			collector_id: collectorId,
			client_id: '3741286549',
			site_id: 'MLC',
			date_created: preference.date_created,
		}
	}

	api.post('/checkout/preferences', async (request, reply) => {
		const parsed = preferenceSchema.safeParse(request.body)
		if (!parsed.success) return fail(reply, { status: 400, error: 'bad_request' }, z.prettifyError(parsed.error), [])
		const refusal = preferenceRefusal(parsed.data)
		if (refusal) return fail(reply, { status: 400, error: refusal[0] }, refusal[1])
		const key = request.headers['x-idempotency-key']
		const known = key ? records.preferences.get(records.keys.get(`preference:${key}`) ?? '') : undefined
		if (known) return reply.code(201).send(show(known))
		const preference = records.addPreference(parsed.data as Preference['sent'])
		if (key) records.keys.put(`preference:${key}`, preference.id)
		return reply.code(201).send(show(preference))
	})

	api.get<{ Params: { id: string } }>('/checkout/preferences/:id', async (request, reply) => {
		const preference = records.preferences.get(request.params.id)
		return preference ? show(preference) : fail(reply, { status: 404, error: 'not_found' }, 'Preference not found', [])
	})

	api.get<{ Params: { id: string } }>('/merchant_orders/:id', async (request, reply) => {
		const wanted = Number(request.params.id)
		const preference = records.preferences.values().find((one) => one.merchant_order_id === wanted)
		if (!preference) return fail(reply, { status: 404, error: 'not_found' }, 'Merchant order not found', [])
		const payments = records.paymentsOf(preference.id)
		return {
			id: preference.merchant_order_id,
			preference_id: preference.id,
			status: payments.some((payment) => payment.status === 'approved') ? 'closed' : 'opened',
			total_amount: preferenceTotal(preference),
			external_reference: preference.sent.external_reference ?? '',
			payments: payments.map(({ id, status, transaction_amount }) => ({ id, status, transaction_amount })),
		}
	})
}

const searchSchema = z.object({
	external_reference: z.string().optional(),
	status: z.string().optional(),
	limit: z.coerce.number().int().min(1).max(1_000).default(30),
	offset: z.coerce.number().int().min(0).default(0),
})

function paymentRoutes(api: FastifyInstance, { records, faults, clock }: ApiParts) {
	const reads = new Map<string, number>()
	api.get<{ Querystring: Record<string, string> }>('/v1/payments/search', async (request, reply) => {
		const { sort, criteria } = request.query
		if (sort && sort !== 'date_created' && sort !== 'date_last_updated')
			return fail(reply, { status: 400, error: 'bad_request' }, 'Invalid sort parameter', [{ code: 1003 }])
		if (criteria && criteria !== 'asc' && criteria !== 'desc')
			return fail(reply, { status: 400, error: 'bad_request' }, 'Invalid criteria parameter', [{ code: 1004 }])
		const query = searchSchema.safeParse(request.query)
		if (!query.success) return fail(reply, { status: 400, error: 'bad_request' }, 'Invalid rows', [{ code: 1000 }])
		const { external_reference, status, limit, offset } = query.data
		const visibleUntil = clock().getTime() - faults.settings().busqueda_atrasada_segundos * 1_000
		const found = records.payments
			.values()
			.filter((one) => external_reference === undefined || one.external_reference === external_reference)
			.filter((one) => status === undefined || one.status === status)
			.filter((one) => new Date(one.date_created).getTime() <= visibleUntil)
		if (criteria === 'desc') found.reverse()
		const results = found.slice(offset, offset + limit).map(paymentShape)
		return { paging: { total: found.length, limit, offset }, results }
	})

	api.get<{ Params: { id: string } }>('/v1/payments/:id', async (request, reply) => {
		const payment = records.payments.get(request.params.id)
		if (!payment) return missing(reply, clock())
		const read = (reads.get(request.params.id) ?? 0) + 1
		if (read > faults.settings().lecturas_404) return paymentShape(payment)
		reads.set(request.params.id, read)
		return missing(reply, clock())
	})
}

/** Returns whether a call includes pending refunds. */
const includesInProcess = ({ headers }: FastifyRequest) => headers['x-render-in-process-refunds'] === 'true'

function refundRoutes(api: FastifyInstance, { records, clock, faults }: ApiParts) {
	api.get<{ Params: { id: string } }>('/v1/payments/:id/refunds', async (request, reply) => {
		const payment = records.payments.get(request.params.id)
		if (!payment) return missing(reply, clock())
		return payment.refunds.filter(({ status }) => status !== 'in_process' || includesInProcess(request))
	})

	api.post<{ Params: { id: string } }>('/v1/payments/:id/refunds', async (request, reply) => {
		const payment = records.payments.get(request.params.id)
		if (!payment) return missing(reply, clock())
		const key = request.headers['x-idempotency-key']
		if (!key)
			return fail(reply, { status: 400, error: 'bad_request' }, "Header X-Idempotency-Key can't be null", [
				{ code: 4292 },
			])
		const known = records.keys.get(`refund:${payment.id}:${key}`)
		const left = payment.transaction_amount - payment.transaction_amount_refunded
		const body = z.object({ amount: z.number().int().positive().optional() }).safeParse(request.body ?? {})
		if (!body.success) return fail(reply, { status: 400, error: 'bad_request' }, 'Invalid amount', [{ code: 2032 }])
		const { devoluciones } = faults.settings()
		if (devoluciones === 'a_la_vez')
			return fail(reply, { status: 409, error: 'conflict' }, 'There is a refund in progress', [])
		let refund = payment.refunds.find((one) => String(one.id) === known)
		if (!refund) {
			const amount = body.data.amount ?? left
			if (payment.status !== 'approved')
				return fail(
					reply,
					{ status: 400, error: 'bad_request' },
					'The action requested is not valid for the current payment state',
					[{ code: 2063 }],
				)
			if (amount > left)
				return fail(reply, { status: 400, error: 'bad_request' }, 'Amount is greater than allowed', [{ code: 2018 }])
			refund = records.addRefund(payment, amount, devoluciones === 'en_proceso' ? 'in_process' : 'approved')
			records.keys.put(`refund:${payment.id}:${key}`, String(refund.id))
		}
		if (devoluciones === 'negadas' || (refund.status === 'in_process' && !includesInProcess(request)))
			return fail(reply, { status: 400, error: 'bad_request' }, 'The refund could not be processed', [])
		const source = { id: String(collectorId), name: 'Simulador', type: 'collector' }
		return reply.code(201).send({
			...refund,
			source,
			unique_sequence_number: null,
			refund_mode: 'standard',
			amount_refunded_to_payer: refund.amount,
		})
	})
}

/** The provider's calls, behind its access token and the fault switch. */
export function mercadoPagoApi(app: FastifyInstance, parts: ApiParts): void {
	app.register(async (api) => {
		api.addHook('onRequest', parts.faults.guard)
		api.addHook('onRequest', async (request, reply) => {
			if (request.headers.authorization === `Bearer ${parts.accessToken}`) return undefined
			return fail(reply, { status: 401, error: 'unauthorized' }, 'invalid access token', [])
		})
		preferenceRoutes(api, parts)
		paymentRoutes(api, parts)
		refundRoutes(api, parts)
		disputeRoutes(api, parts)
	})
}
