import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import { handle } from '#core/server/http/handle.ts'
import * as endpoints from '#modules/checkout/endpoints.ts'
import { confirmOrder, settleReturn } from '#modules/checkout/server/confirm-order.ts'
import type { confirmationAnswer } from '#modules/checkout/shapes.ts'
import { returnFromFlow, returnFromWebpay } from '#modules/payments/endpoints.ts'
import type { Hint } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** Routes of the return from a gateway and of the success page. */
export function confirmationRoutes(deps: PaymentContext & { readonly publicUrl: string }): FastifyPluginAsync {
	return async (app) => {
		for (const name of gatewayMethods) {
			const { status, orderStatus } = gatewayRoutes[name]
			handle(app, status.endpoint, async ({ query }) =>
				confirmOrder(deps, await settleReturn(deps, name, status.hint(query))),
			)
			if (!orderStatus) continue
			handle(app, orderStatus.endpoint, ({ query }) => confirmOrder(deps, orderStatus.orderId(query), name))
		}
		await app.register(gatewayReturns(deps))
	}
}

interface ReturnDeps extends PaymentContext {
	readonly publicUrl: string
}

/**
 * Routes to which gateways return the browser, mostly by a cross-site POST without our cookies. They settle the
 * payment and redirect (303) to the page that polls the order.
 */
function gatewayReturns(deps: ReturnDeps): FastifyPluginAsync {
	return async (app) => {
		await app.register(formbody)
		for (const name of gatewayMethods) {
			const { returnCall } = gatewayRoutes[name]
			if (!returnCall) continue
			const answer = async ({ query, body }: FastifyRequest, reply: FastifyReply) =>
				await takeBack(deps, name, fieldsOf(query, body), reply)
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

async function takeBack(deps: ReturnDeps, name: GatewayMethod, fields: Record<string, string>, reply: FastifyReply) {
	const gateway = deps.gateways.get(name)
	const back = gateway?.readReturn(fields)
	// Only a normal return may confirm a sale. A cancellation is trusted only with the attempt's own token; a return
	// that names an order or a session alone, as after an expired page, only triggers a read of the gateway.
	const confirm = back?.kind === 'normal'
	const gaveUp = back?.kind === 'aborted' || back?.kind === 'error'
	const orderId = back && (await settleReturn(deps, name, back, { confirm, gaveUp }))
	const page = orderId ? confirmationUrl(deps.publicUrl, name, orderId, back) : `${deps.publicUrl}/checkout-success`
	return reply.redirect(page, 303)
}

type QueryFields = Readonly<Record<string, unknown>>
type ConfirmationCall = Endpoint & {
	readonly query: z.ZodType<QueryFields>
	readonly answer: typeof confirmationAnswer
}

/** The shop's endpoints of one gateway. They answer whether it is switched on or not. */
interface GatewayRoutes {
	/** The endpoint that reads a payment. `hint` reads the attempt's reference from its query. */
	readonly status: {
		readonly endpoint: ConfirmationCall
		readonly hint: (query: QueryFields) => Hint
	}
	/** An endpoint that reads an order without calling the gateway. */
	readonly orderStatus?: {
		readonly endpoint: ConfirmationCall
		readonly orderId: (query: QueryFields) => string | undefined
	}
	/** The endpoint of the browser's return; undefined: the confirmation page itself. */
	readonly returnCall?: Extract<Endpoint, { caller: 'anyone' }>
	/** The query of the confirmation page for an order and its return. */
	readonly confirmationQuery: (orderId: string, back?: Hint) => Readonly<Record<string, string>>
}

/** A value of a query; returns send the text `null` for an absent value. */
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' && value !== 'null' ? value : undefined)

const gatewayRoutes: Readonly<Record<GatewayMethod, GatewayRoutes>> = {
	mercadopago: {
		status: {
			endpoint: endpoints.confirmMercadopago,
			hint: (query) => ({ attempt_id: textOf(query.external_reference), pago_id: textOf(query.payment_id) }),
		},
		confirmationQuery: (orderId) => ({ metodo: 'mercadopago', external_reference: orderId }),
	},
	flow: {
		status: {
			endpoint: endpoints.confirmFlow,
			hint: (query) => ({ gateway_ref: textOf(query.token) }),
		},
		orderStatus: {
			endpoint: endpoints.confirmFlowOrder,
			// The specification's name; only the order's id opens it, not its short number.
			orderId: (query) => textOf(query.nro_orden),
		},
		returnCall: returnFromFlow,
		confirmationQuery: (orderId, back) =>
			back?.gateway_ref ? { token: back.gateway_ref } : { metodo: 'flow', orden_ref: orderId },
	},
	webpay: {
		status: {
			endpoint: endpoints.confirmWebpay,
			hint: (query) => ({ attempt_id: textOf(query.orden_id) }),
		},
		returnCall: returnFromWebpay,
		confirmationQuery: (orderId) => ({ metodo: 'webpay', orden_id: orderId }),
	},
}

/** The confirmation page that polls the state of a gateway order after the return described by `back`. */
export function confirmationUrl(publicUrl: string, gateway: GatewayMethod, orderId: string, back?: Hint): string {
	const query = gatewayRoutes[gateway].confirmationQuery(orderId, back)
	return `${publicUrl}/checkout-success?${new URLSearchParams(query)}`
}
