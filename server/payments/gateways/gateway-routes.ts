import type { z } from 'zod'
import { flowMessageQuery, flowTokenQuery, gatewayReturnQuery, orderIdQuery } from '#contract/orders/confirm-order.ts'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { Hint } from '#server/payments/gateways/gateway.ts'

type QueryFields = Readonly<Record<string, unknown>>
type GatewayQuery = z.ZodType<QueryFields>

/** The addresses of the shop that belong to one gateway. They answer whether it is switched on or not. */
interface GatewayRoutes {
	/** The call that asks how a payment went. `hint` reads from its query where to look. */
	readonly status: {
		readonly url: string
		readonly querystring: GatewayQuery
		readonly hint: (query: QueryFields) => Hint
	}
	/** A call that asks how an order stands, without asking the gateway. */
	readonly orderStatus:
		| {
				readonly url: string
				readonly querystring: GatewayQuery
				readonly orderId: (query: QueryFields) => string | undefined
		  }
		| undefined
	/** Whether its page sends the browser back to `/api/retorno/{gateway}`, and not to the confirmation itself. */
	readonly hasReturn: boolean
	readonly hasNotifications: boolean
	/** What the confirmation's address carries of an order, and of the return that led there. */
	readonly confirmationQuery: (orderId: string, back?: Hint) => Readonly<Record<string, string>>
}

/** A value of a query; returns send the text `null` for what they do not know. */
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' && value !== 'null' ? value : undefined)

export const gatewayRoutes: Readonly<Record<GatewayMethod, GatewayRoutes>> = {
	mercadopago: {
		status: {
			url: '/api/pago_exitoso',
			querystring: gatewayReturnQuery,
			hint: (query) => ({ attempt_id: textOf(query.external_reference), pago_id: textOf(query.payment_id) }),
		},
		orderStatus: undefined,
		hasReturn: false,
		hasNotifications: true,
		confirmationQuery: (orderId) => ({ metodo: 'mercadopago', external_reference: orderId }),
	},
	flow: {
		status: {
			url: '/api/flow/status',
			querystring: flowTokenQuery,
			hint: (query) => ({ gateway_ref: textOf(query.token) }),
		},
		orderStatus: {
			url: '/api/flow/message',
			querystring: flowMessageQuery,
			// The specification's name; the short number of an order opens nothing, only its id does.
			orderId: (query) => textOf(query.nro_orden),
		},
		hasReturn: true,
		hasNotifications: true,
		confirmationQuery: (orderId, back) =>
			back?.gateway_ref ? { token: back.gateway_ref } : { metodo: 'flow', orden_ref: orderId },
	},
	webpay: {
		status: {
			url: '/api/webpay/status',
			querystring: orderIdQuery,
			hint: (query) => ({ attempt_id: textOf(query.orden_id) }),
		},
		orderStatus: undefined,
		hasReturn: true,
		hasNotifications: false,
		confirmationQuery: (orderId) => ({ metodo: 'webpay', orden_id: orderId }),
	},
}
