import { and, eq } from 'drizzle-orm'
import { clp } from '#domain/money.ts'
import { devoluciones, intentosPago, ordenes, pagos } from '#server/db/schema.ts'
import { closeRefund } from '#server/payments/close-refund.ts'
import { GatewayRefused } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

/**
 * Tells the gateway of a refund that was written down. Its id is the idempotency key, so that telling twice gives the money
 * back once. A refusal becomes a case for staff; a gateway that cannot be reached throws, and the job is tried again.
 */
export async function sendRefund(deps: PaymentDeps, devolucion_id: string): Promise<void> {
	const [row] = await deps.db
		.select({ devolucion: devoluciones, pago: pagos, intento: intentosPago, email: ordenes.email })
		.from(devoluciones)
		.innerJoin(pagos, and(eq(pagos.gateway, devoluciones.gateway), eq(pagos.pago_id, devoluciones.pago_id)))
		.innerJoin(intentosPago, eq(intentosPago.id, pagos.intento_id))
		.innerJoin(ordenes, eq(ordenes.id, devoluciones.orden_id))
		.where(eq(devoluciones.id, devolucion_id))
	const gateway = row && deps.gateways.get(row.devolucion.gateway)
	if (!row || !gateway || row.devolucion.estado !== 'pedida') return
	const { devolucion, pago, intento, email } = row
	try {
		const outcome = await gateway.refund({
			pago_id: pago.pago_id,
			attempt: { id: intento.id, gateway_ref: intento.gateway_ref },
			monto: clp(devolucion.monto),
			total: clp(pago.monto),
			email,
			idempotencyKey: devolucion.id,
		})
		await closeRefund(deps, devolucion, outcome)
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, devolucion_id }, 'the gateway refused a refund')
		await closeRefund(deps, devolucion, { estado: 'rechazado', devolucion_id: '' })
	}
}
