import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isFailure } from '#contract/failure.ts'
import { type GatewayMethod, gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { confirmationUrl } from '#server/checkout/answer-order.ts'
import { confirmPayment } from '#server/checkout/confirm-payment.ts'
import type { QuestionPace } from '#server/checkout/question-pace.ts'
import type { AttemptRow } from '#server/db/tables/payments.ts'
import { handle } from '#server/http/handle.ts'
import { gatewayRoutes } from '#server/payments/gateways/gateway-routes.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

interface ReturnDeps extends PaymentContext {
	readonly publicUrl: string
	readonly pace: QuestionPace
}

/**
 * Where gateways send the browser back to, mostly by a POST from their own site that carries no cookie of ours. The
 * payment is settled and the browser sent on, by 303, to the page that asks how the order stands.
 */
export function gatewayReturns(deps: ReturnDeps): FastifyPluginAsync {
	return async (app) => {
		const limit = app.access.limits.limit('estado_pago')
		await app.register(formbody)
		for (const name of gatewayMethods) {
			const { returnCall } = gatewayRoutes[name]
			if (!returnCall) continue
			const answer = async (request: FastifyRequest, reply: FastifyReply) => {
				const fields = fieldsOf(request.query, request.body)
				// Too many only cost the question: the browser still gets to its page, and the reconciler asks.
				const isTooMany = await limit(request).then(
					() => false,
					() => true,
				)
				return await takeBack(deps, name, { fields, isTooMany }, reply)
			}
			for (const method of ['GET', 'POST'] as const) handle(app, { ...returnCall, method }, answer)
		}
	}
}

function fieldsOf(...sources: unknown[]): Record<string, string> {
	const fields: Record<string, string> = {}
	for (const source of sources) {
		if (typeof source !== 'object' || source === null) continue
		for (const [name, value] of Object.entries(source)) if (typeof value === 'string') fields[name] = value
	}
	return fields
}

async function takeBack(
	deps: ReturnDeps,
	name: GatewayMethod,
	{ fields, isTooMany }: { fields: Record<string, string>; isTooMany: boolean },
	reply: FastifyReply,
) {
	const gateway = deps.gateways.get(name)
	const back = gateway?.readReturn(fields)
	// Only a normal return may confirm a sale. That the customer gave up is believed of who shows the attempt's own token; a return
	// that names an order or a session alone, as that of a page whose time is over, only makes the shop ask the gateway.
	const confirm = back?.kind === 'normal'
	const gaveUp = back?.kind === 'aborted' || back?.kind === 'error'
	const mayAsk = (attempt: AttemptRow) => deps.pace.mayAsk(attempt, { ...back, isReturn: true, confirm, isTooMany })
	const settled = back && (await confirmPayment(deps, name, back, { confirm, gaveUp, mayAsk }))
	if (!settled || isFailure(settled)) return reply.redirect(`${deps.publicUrl}/checkout-success`, 303)
	return reply.redirect(confirmationUrl(deps.publicUrl, name, settled.orden_id, back), 303)
}
