import { and, eq } from 'drizzle-orm'
import { clp } from '#domain/money.ts'
import { devoluciones, intentosPago, ordenes, pagos } from '#server/db/schema.ts'
import { lockOrder } from '#server/orders/move-order.ts'
import { mailStaffCase } from '#server/orders/order-mails.ts'
import { GatewayRefused, type RefundOutcome } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

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
	let outcome: RefundOutcome
	try {
		outcome = await gateway.refund({
			pago_id: pago.pago_id,
			attempt: { id: intento.id, gateway_ref: intento.gateway_ref },
			monto: clp(devolucion.monto),
			total: clp(pago.monto),
			email,
			idempotencyKey: devolucion.id,
		})
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, devolucion_id }, 'the gateway refused a refund')
		outcome = { estado: 'rechazado', devolucion_id: '' }
	}
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, devolucion.orden_id)
		const estado = { hecho: 'hecha', pendiente: 'en_curso', rechazado: 'rechazada' }[outcome.estado]
		const changed = await tx
			.update(devoluciones)
			.set({ estado, devolucion_id: outcome.devolucion_id || null, updated_at: deps.clock.now() })
			.where(and(eq(devoluciones.id, devolucion_id), eq(devoluciones.estado, 'pedida')))
			.returning({ id: devoluciones.id })
		if (!order || changed.length === 0) return
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: devolucion.usuario_id,
			accion: `devolucion_${estado}`,
			despues: devolucion.monto,
		})
		if (outcome.estado === 'rechazado') {
			await tx.update(ordenes).set({ atencion: 'devolucion_rechazada' }).where(eq(ordenes.id, order.id))
			await mailStaffCase(tx, deps.mail, order, 'devolucion_rechazada')
		}
	})
}
