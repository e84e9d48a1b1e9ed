import { and, eq, ne } from 'drizzle-orm'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { closeRefund } from '#modules/payments/server/close-refund.ts'
import { GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/**
 * Processes a gateway's decision about our refund `gateway_ref`: the gateway is read, which also finds a lost id. A
 * mismatch changes nothing. Throws GatewayUnavailable to be retried.
 */
export async function reconcileRefundNotification(
	deps: PaymentContext,
	refundId: string,
	gatewayRef: string,
): Promise<void> {
	const [refund] = await deps.db.select().from(devoluciones).where(eq(devoluciones.id, refundId))
	const gateway = refund && deps.gateways.get(refund.gateway)
	// An unsent refund cannot have been decided.
	if (!gateway || refund.estado === 'pedida') return
	if (refund.devolucion_id && refund.devolucion_id !== gatewayRef) return
	const ofGateway = and(eq(devoluciones.gateway, refund.gateway), eq(devoluciones.devolucion_id, gatewayRef))
	const others = await deps.db
		.select({ id: devoluciones.id })
		.from(devoluciones)
		.where(and(ofGateway, ne(devoluciones.id, refundId)))
	if (others.length > 0) return
	try {
		const { pago_id, monto } = refund
		await closeRefund(deps, refund, await gateway.readRefund({ devolucion_id: gatewayRef, pago_id, monto }))
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		deps.log.info({ err: error, devolucion_id: refundId }, 'a notification about a refund that is not ours')
	}
}
