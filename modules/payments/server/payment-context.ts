import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Context } from '#modules/lists/context.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'

/** Dependencies of use cases that call gateways: the configured ones, by name. */
export interface PaymentContext extends Context {
	readonly gateways: ReadonlyMap<GatewayMethod, Gateway>
}
