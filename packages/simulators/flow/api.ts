import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import { type FlowOrder, type FlowRecords, type FlowRefund, flowDate } from './records.ts'
import type { Settings } from './settings.ts'
import { isSigned } from './signature.ts'

interface ApiParts {
	readonly records: FlowRecords
	readonly faults: FaultSwitch<Settings>
	readonly apiKey: string
	readonly secretKey: string
	readonly home: () => string
}

const text = z.string().min(1)
const createSchema = z.object({
	commerceOrder: text.max(45),
	subject: text,
	amount: text,
	email: text,
	urlConfirmation: z.url(),
	urlReturn: z.url(),
	currency: z.string().default('CLP'),
	timeout: z.coerce.number().int().positive().optional(),
})
const refundSchema = z.object({
	refundCommerceOrder: text,
	receiverEmail: text,
	amount: text,
	urlCallBack: z.url(),
	commerceTrxId: z.string().optional(),
	flowTrxId: z.coerce.number().optional(),
})

/** 400: malformed call. 401: rejected by a business rule. */
function fail(reply: FastifyReply, status: 400 | 401, code: number, message: string) {
	return reply.code(status).send({ code, message })
}

function amountRefusal(amount: string): [code: number, message: string] | undefined {
	if (!/^\d+$/.test(amount)) return [1902, 'Amount can not contain decimals']
	return Number(amount) < 350 ? [1901, 'The minimum amount is 350 CLP'] : undefined
}

/** An order in the provider's format; unknown fields are null. */
function showOrder(order: FlowOrder) {
	const paidAt = order.paid && flowDate(new Date(order.paid.at))
	return {
		flowOrder: order.flowOrder,
		commerceOrder: order.commerceOrder,
		requestDate: flowDate(new Date(order.created_at)),
		status: order.status,
		subject: order.subject,
		currency: order.currency,
		// A number by the documentation, a text in recorded answers.
		amount: String(order.amount),
		payer: order.payer,
		optional: null,
		pending_info: {
			media: order.coupon_at ? 'Servipag' : null,
			date: order.coupon_at ? flowDate(new Date(order.coupon_at)) : null,
		},
		paymentData: {
			date: paidAt ?? null,
			media: order.paid ? 'Webpay' : null,
			conversionDate: null,
			conversionRate: null,
			amount: order.paid ? String(order.paid.amount) : null,
			currency: order.paid ? order.currency : null,
			fee: order.paid ? '0' : null,
			balance: order.paid ? String(order.paid.amount) : null,
			transferDate: paidAt ?? null,
		},
		merchantId: null,
	}
}

function showRefund(refund: FlowRefund) {
	const { token, flowRefundOrder, status } = refund
	const amount = refund.amount.toFixed(2)
	return {
		token,
		flowRefundOrder: String(flowRefundOrder),
		date: flowDate(new Date(refund.created_at)),
		status,
		amount,
		fee: '0.00',
	}
}

function paymentRoutes(api: FastifyInstance, { records, faults, home }: ApiParts) {
	api.post('/payment/create', async (request, reply) => {
		const parsed = createSchema.safeParse(request.body)
		if (!parsed.success) return fail(reply, 400, 1000, "There's some missing params")
		const { email, amount, currency, ...rest } = parsed.data
		const refusal = amountRefusal(amount)
		if (refusal) return fail(reply, 400, ...refusal)
		if (faults.settings().correos_de_ejemplo === 'rechaza' && /@example\./.test(email))
			return fail(reply, 400, 1620, `The userEmail: ${email} is not valid.`)
		if (currency !== 'CLP') return fail(reply, 400, 1990, `Commerce has not this currency pay '${currency}'`)
		if (records.tokenOf(rest.commerceOrder)) return fail(reply, 401, 1605, 'The commerceOrder has been used before')
		const order = records.addOrder({ ...rest, timeout: rest.timeout, payer: email, currency, amount: Number(amount) })
		return { url: `${home()}/app/web/pay.php`, token: order.token, flowOrder: order.flowOrder }
	})

	type Query = { Querystring: Record<string, string | undefined> }
	const answerOrder = (reply: FastifyReply, token: string | undefined) => {
		const order = records.order(token ?? '')
		return order ? showOrder(order) : fail(reply, 400, 105, 'Transaction not found')
	}
	api.get<Query>('/payment/getStatus', async ({ query }, reply) => answerOrder(reply, query.token))
	api.get<Query>('/payment/getStatusByCommerceId', async ({ query }, reply) =>
		answerOrder(reply, records.tokenOf(query.commerceId ?? '')),
	)
	api.get<Query>('/payment/getStatusByFlowOrder', async ({ query }, reply) =>
		answerOrder(reply, records.tokenOfNumber(Number(query.flowOrder))),
	)
}

function refundRoutes(api: FastifyInstance, { records }: ApiParts) {
	api.post('/refund/create', async (request, reply) => {
		const parsed = refundSchema.safeParse(request.body)
		if (!parsed.success) return fail(reply, 400, 1000, "There's some missing params")
		const { refundCommerceOrder, receiverEmail, urlCallBack, amount, commerceTrxId, flowTrxId } = parsed.data
		const token = flowTrxId === undefined ? records.tokenOf(commerceTrxId ?? '') : records.tokenOfNumber(flowTrxId)
		const order = records.order(token ?? '')
		if (order?.status !== 2 || !order.paid) return fail(reply, 401, 105, 'Transaction not found')
		if (records.refunds().some((one) => one.refundCommerceOrder === refundCommerceOrder))
			return fail(reply, 401, 1605, 'The refundCommerceOrder has been used before')
		const asking = records.refunds().filter((one) => one.flowOrder === order.flowOrder)
		const given = asking.filter((one) => one.status !== 'rejected' && one.status !== 'canceled')
		const left = order.paid.amount - given.reduce((sum, one) => sum + one.amount, 0)
		if (!/^\d+$/.test(amount) || Number(amount) < 1 || Number(amount) > left)
			return fail(reply, 401, 1901, 'The refund amount is not valid')
		const { flowOrder } = order
		return showRefund(
			records.addRefund({ refundCommerceOrder, receiverEmail, urlCallBack, amount: Number(amount), flowOrder }),
		)
	})

	api.get<{ Querystring: { token?: string } }>('/refund/getStatus', async ({ query }, reply) => {
		const refund = records.refund(query.token ?? '')
		return refund ? showRefund(refund) : fail(reply, 400, 105, 'Refund not found')
	})

	api.post<{ Body: { token?: string } | null }>('/refund/cancel', async ({ body }, reply) => {
		const refund = records.refund(body?.token ?? '')
		if (refund?.status !== 'created') return fail(reply, 400, 105, 'Refund not found')
		records.moveRefund(refund, 'canceled')
		return showRefund({ ...refund, status: 'canceled' })
	})
}

/** The provider's calls under `/api`: forms only, each signed with the secret key. */
export function flowApi(app: FastifyInstance, parts: ApiParts): void {
	app.register(
		async (api) => {
			api.addHook('onRequest', parts.faults.guard)
			api.addHook('preHandler', async (request, reply) => {
				const isForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')
				if (request.method === 'POST' && !isForm) return fail(reply, 400, 1000, "There's some missing params")
				const params = (request.method === 'POST' ? request.body : request.query) as Record<string, string>
				if (params.apiKey !== parts.apiKey) return fail(reply, 401, 100, 'apiKey not found')
				return isSigned(params, parts.secretKey) ? undefined : fail(reply, 400, 108, 'Invalid Signature')
			})
			paymentRoutes(api, parts)
			refundRoutes(api, parts)
		},
		{ prefix: '/api' },
	)
}
