/** The ways to pay. `mercadopago` is the first and the one selected at checkout. */
export const metodosPago = ['mercadopago', 'flow', 'webpay', 'transferencia', 'efectivo'] as const
export type MetodoPago = (typeof metodosPago)[number]

export function isMetodoPago(metodo: string): metodo is MetodoPago {
	return metodosPago.some((name) => name === metodo)
}

/** The methods that a payment gateway handles. */
export const gatewayMethods = ['mercadopago', 'flow', 'webpay'] as const
export type GatewayMethod = (typeof gatewayMethods)[number]

export function isGatewayMethod(metodo: string): metodo is GatewayMethod {
	return gatewayMethods.some((name) => name === metodo)
}

/** The names that people read. */
export const metodoPagoText: Readonly<Record<MetodoPago, string>> = {
	mercadopago: 'Mercado Pago',
	flow: 'Flow',
	webpay: 'Webpay Plus',
	transferencia: 'Transferencia bancaria',
	efectivo: 'Efectivo',
}
