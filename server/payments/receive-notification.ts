import { and, eq } from 'drizzle-orm'
import { type Failure, refuse } from '#contract/failure.ts'
import type { Database } from '#server/db/database.ts'
import { devoluciones } from '#server/db/tables/payments.ts'
import { isUuid } from '#server/http/uuid.ts'
import { attemptOfRef } from '#server/payments/attempt-of-ref.ts'
import type { IncomingNotification } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

/**
 * Takes a gateway's notification: checks its signature, writes down as a job that the payment or refund has to be looked at, and
 * answers at once. What it says is never believed, only where it points to. Refuses with `firma_invalida`. `beforeUnknown` is
 * called, and may throw, where nobody signs and the shop does not know what the notification points to.
 */
export async function receiveNotification(
	deps: PaymentDeps,
	gatewayName: string,
	notification: IncomingNotification,
	beforeUnknown: () => Promise<void>,
): Promise<{ received: true } | Failure> {
	const gateway = deps.gateways.get(gatewayName)
	if (!gateway) return refuse('no_encontrado')
	const reading = gateway.readNotification(notification, deps.clock.now())
	if (reading.kind === 'forjada') return refuse('firma_invalida')
	if (reading.kind === 'devolucion' && (await isOurRefund(deps.db, gatewayName, reading.devolucion_id))) {
		const { devolucion_id, gateway_ref } = reading
		await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'devolver_pago', { devolucion_id, gateway_ref }))
	}
	if (reading.kind === 'pago') {
		const { attempt_id, pago_id, gateway_ref } = reading
		if (!gateway.signsNotifications && !(await attemptOfRef(deps.db, gatewayName, gateway_ref))) await beforeUnknown()
		await deps.db.transaction((tx) =>
			deps.jobs.enqueue(tx, 'liquidar_pago', {
				gateway: gatewayName,
				...(attempt_id && { intento_id: attempt_id }),
				...(pago_id && { pago_id }),
				...(gateway_ref && { gateway_ref }),
			}),
		)
	}
	return { received: true }
}

/** A refund is written down before its gateway hears of it, so one that the shop does not know was made up. */
async function isOurRefund(db: Database, gateway: string, id: string): Promise<boolean> {
	if (!isUuid(id)) return false
	const isIt = and(eq(devoluciones.id, id), eq(devoluciones.gateway, gateway))
	return (await db.select({ id: devoluciones.id }).from(devoluciones).where(isIt)).length > 0
}
