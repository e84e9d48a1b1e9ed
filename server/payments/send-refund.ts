import { and, eq, ne } from 'drizzle-orm'
import { clp } from '#domain/money.ts'
import { devoluciones, intentosPago, ordenes, pagos } from '#server/db/schema.ts'
import { closeRefund, type RefundRow } from '#server/payments/close-refund.ts'
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
	const already = await givenBefore(deps, devolucion)
	try {
		const outcome = await gateway.refund({
			pago_id: pago.pago_id,
			attempt: { id: intento.id, gateway_ref: intento.gateway_ref },
			monto: clp(devolucion.monto),
			total: clp(pago.monto),
			email,
			idempotencyKey: devolucion.id,
			already,
		})
		await closeRefund(deps, devolucion, outcome)
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, devolucion_id }, 'the gateway refused a refund')
		await closeRefund(deps, devolucion, { estado: 'rechazado', devolucion_id: '' })
	}
}

/**
 * Pesos that the payment's other refunds have given back. Throws while an earlier one has not been sent: one after the other,
 * so that a gateway without keys shows which of them it has made.
 */
async function givenBefore(deps: PaymentDeps, refund: RefundRow): Promise<number> {
	const others = await deps.db
		.select()
		.from(devoluciones)
		.where(
			and(
				eq(devoluciones.gateway, refund.gateway),
				eq(devoluciones.pago_id, refund.pago_id),
				ne(devoluciones.id, refund.id),
			),
		)
	const isBefore = (other: RefundRow) =>
		other.created_at < refund.created_at || (+other.created_at === +refund.created_at && other.id < refund.id)
	if (others.some((other) => other.estado === 'pedida' && isBefore(other))) {
		throw new Error('an earlier refund of this payment is not sent yet')
	}
	const sent = others.filter(({ estado }) => estado === 'hecha' || estado === 'en_curso')
	return sent.reduce((sum, { monto }) => sum + monto, 0)
}
