import { type Gateway, GatewayRefused } from '#server/payments/gateways/gateway.ts'

/** What nobody ever paid: each provider must say that it does not know it, and says so only to who has its credentials. */
const nothing = '0'.repeat(64)

/**
 * Asks a gateway, with the shop's credentials, about a payment that does not exist: nothing is made and nothing changes.
 * Throws GatewayRefused when it does not accept the credentials, GatewayUnavailable when it does not answer.
 */
export async function probeGateway(gateway: Gateway): Promise<void> {
	if (gateway.name === 'webpay') return void (await gateway.identify({ gateway_ref: nothing }))
	if (gateway.name === 'mercadopago') {
		return void (await gateway.read({ id: '00000000-0000-4000-8000-000000000000', gateway_ref: null }))
	}
	try {
		await gateway.readRefund({ devolucion_id: nothing, pago_id: '0', monto: 0 })
	} catch (error) {
		// Flow answers 401 to a key or a signature that it does not know, and 400 for what it does not have.
		if (!(error instanceof GatewayRefused) || error.reason.startsWith('401')) throw error
	}
}
