import { isMember } from '#core/rules/values.ts'

/** The methods of payment gateways. `mercadopago` is the first of all and preselected at checkout. */
export const gatewayMethods = ['mercadopago', 'flow', 'webpay'] as const
export type GatewayMethod = (typeof gatewayMethods)[number]

/** Whether a method is a payment gateway's. */
export function isGatewayMethod(metodo: string): metodo is GatewayMethod {
	return isMember(gatewayMethods, metodo)
}

/** The field of an order's answer with the address of the gateway's page. */
export const paymentUrlField: Readonly<Record<GatewayMethod, 'init_point' | 'payment_url'>> = {
	mercadopago: 'init_point',
	flow: 'payment_url',
	webpay: 'payment_url',
}

/** The gateway's page in the answer about an order: an http address or a path of the shop; undefined without one. */
export function paymentUrlIn(
	metodo: GatewayMethod,
	answer: { readonly init_point?: unknown; readonly payment_url?: unknown },
): string | undefined {
	const url = answer[paymentUrlField[metodo]]
	return typeof url === 'string' && /^(https?:\/\/|\/(?!\/))/.test(url) ? url : undefined
}

export const metodosPago = [...gatewayMethods, 'transferencia', 'efectivo'] as const
export type MetodoPago = (typeof metodosPago)[number]

/** Whether an untrusted value is a payment method. */
export function isMetodoPago(metodo: string): metodo is MetodoPago {
	return isMember(metodosPago, metodo)
}

export interface OfferedMethods {
	readonly gateways: readonly GatewayMethod[]
	readonly efectivo: boolean
}

export function isOffered(metodo: MetodoPago, { gateways, efectivo }: OfferedMethods): boolean {
	if (isGatewayMethod(metodo)) return gateways.includes(metodo)
	return metodo !== 'efectivo' || efectivo
}

export const metodoPagoText: Readonly<Record<MetodoPago, string>> = {
	mercadopago: 'Mercado Pago',
	flow: 'Flow',
	webpay: 'Webpay Plus',
	transferencia: 'Transferencia bancaria',
	efectivo: 'Efectivo',
}
