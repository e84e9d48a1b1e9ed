import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { Context } from '#server/context/context.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'

/** Dependencies of use cases that call gateways: the configured ones, by name. */
export interface PaymentContext extends Context {
	readonly gateways: ReadonlyMap<GatewayMethod, Gateway>
}
