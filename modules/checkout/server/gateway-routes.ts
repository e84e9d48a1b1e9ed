import type { z } from 'zod'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import * as endpoints from '#modules/checkout/endpoints.ts'
import type { confirmationAnswer } from '#modules/checkout/shapes.ts'
import { returnFromFlow, returnFromWebpay } from '#modules/payments/endpoints.ts'
import type { Hint } from '#modules/payments/server/gateways/gateway.ts'

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
	readonly orderStatus:
		| {
				readonly endpoint: ConfirmationCall
				readonly orderId: (query: QueryFields) => string | undefined
		  }
		| undefined
	/** The endpoint of the browser's return; undefined: the confirmation page itself. */
	readonly returnCall: Endpoint | undefined
	/** The query of the confirmation page for an order and its return. */
	readonly confirmationQuery: (orderId: string, back?: Hint) => Readonly<Record<string, string>>
}

/** A value of a query; returns send the text `null` for an absent value. */
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' && value !== 'null' ? value : undefined)

export const gatewayRoutes: Readonly<Record<GatewayMethod, GatewayRoutes>> = {
	mercadopago: {
		status: {
			endpoint: endpoints.confirmMercadopago,
			hint: (query) => ({ attempt_id: textOf(query.external_reference), pago_id: textOf(query.payment_id) }),
		},
		orderStatus: undefined,
		returnCall: undefined,
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
		orderStatus: undefined,
		returnCall: returnFromWebpay,
		confirmationQuery: (orderId) => ({ metodo: 'webpay', orden_id: orderId }),
	},
}

/** The confirmation page that polls the state of a gateway order after the return described by `back`. */
export function confirmationUrl(publicUrl: string, gateway: GatewayMethod, orderId: string, back?: Hint): string {
	const query = gatewayRoutes[gateway].confirmationQuery(orderId, back)
	return `${publicUrl}/checkout-success?${new URLSearchParams(query)}`
}
