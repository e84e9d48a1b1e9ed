import { and, eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Database } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { attemptOfRef } from '#modules/payments/server/attempt-of-ref.ts'
import type { IncomingNotification, NotificationHint } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** Limits of forged notifications. */
export interface NotificationLimits {
	/** Called for an unsigned notification with an unknown reference; may throw. */
	readonly beforeUnknown: () => Promise<void>
	/** Called for an unsigned notification of this attempt; may throw. */
	readonly beforeKnown: (attemptId: string) => Promise<void>
	/** Whether the gateway may be read for one more notification with an invalid signature. */
	readonly mayReadUnsigned: () => Promise<boolean>
}

/**
 * Verifies a notification, enqueues its lookup, and answers at once; its content is never trusted. Fails with
 * `firma_invalida`, but an unverified one still enqueues a lookup within `mayReadUnsigned`.
 */
export async function receiveNotification(
	deps: PaymentContext,
	gatewayName: GatewayMethod,
	notification: IncomingNotification,
	{ beforeUnknown, beforeKnown, mayReadUnsigned }: NotificationLimits,
): Promise<{ received: true } | Failure> {
	const gateway = deps.gateways.get(gatewayName)
	if (!gateway) return fail('no_encontrado')
	const reading = gateway.readNotification(notification, deps.clock.now())
	if (reading.kind === 'forjada') {
		if (reading.hint && (await mayReadUnsigned()))
			await enqueueLookup(deps, gatewayName, reading.hint, { sin_firma: true })
		return fail('firma_invalida')
	}
	if (reading.kind === 'devolucion' && (await isOurRefund(deps.db, gatewayName, reading.devolucion_id))) {
		const { devolucion_id, gateway_ref } = reading
		await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'devolver_pago', { devolucion_id, gateway_ref }))
	}
	if (reading.kind === 'alerta_fraude') {
		const warning = { gateway: gatewayName, tipo: 'fraude', disputa_id: reading.pago_id } as const
		await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'seguir_disputa', warning))
	}
	if (reading.kind === 'disputa') await enqueueLookup(deps, gatewayName, reading)
	if (reading.kind === 'pago') {
		const { gateway_ref } = reading
		if (!gateway.signsNotifications) {
			const attemptId = await attemptOfRef(deps.db, gatewayName, gateway_ref)
			await (attemptId === undefined ? beforeUnknown() : beforeKnown(attemptId))
		}
		await enqueueLookup(deps, gatewayName, reading)
	}
	return { received: true }
}

/** Enqueues the lookup of a notification's subject. */
async function enqueueLookup(
	deps: PaymentContext,
	gateway: GatewayMethod,
	about: NotificationHint,
	{ sin_firma = false } = {},
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		if (about.kind === 'disputa') {
			const { tipo, disputa_id } = about
			return await deps.jobs.enqueue(tx, 'seguir_disputa', { gateway, tipo, disputa_id })
		}
		const { attempt_id, pago_id, gateway_ref } = about
		const job = {
			gateway,
			...(attempt_id && { intento_id: attempt_id }),
			...(pago_id && { pago_id }),
			...(gateway_ref && { gateway_ref }),
			...(sin_firma && { sin_firma }),
		}
		// The job reads the state when it runs: a waiting one serves every earlier notification.
		await deps.jobs.enqueue(tx, 'liquidar_pago', job, { onePer: JSON.stringify(job) })
	})
}

/** A refund is stored before it is sent, so an unknown one is forged. */
async function isOurRefund(db: Database, gateway: GatewayMethod, id: string): Promise<boolean> {
	if (!isUuid(id)) return false
	const isIt = and(eq(devoluciones.id, id), eq(devoluciones.gateway, gateway))
	return (await db.select({ id: devoluciones.id }).from(devoluciones).where(isIt)).length > 0
}
