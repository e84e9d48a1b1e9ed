import { and, eq } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { JobData } from '#core/server/jobs/queues.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { type Context, runHooks } from '#modules/lists/context.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import {
	GatewayRefused,
	type IncomingNotification,
	type NotificationHint,
} from '#modules/payments/server/gateways/gateway.ts'
import { attemptOfRef } from '#modules/payments/server/open-attempt.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { questionPaceSeconds, settlePayment } from '#modules/payments/server/settle-payment.ts'

/**
 * Verifies a notification, enqueues its lookup, and answers at once; its content is never trusted. One with an
 * invalid signature, or unsigned with an unknown reference, enqueues a lookup only within `mayReadUnproved`: the
 * reconciler polls the attempts of the others. Refuses with `firma_invalida`.
 */
export async function receiveNotification(
	deps: PaymentContext,
	gatewayName: GatewayMethod,
	notification: IncomingNotification,
	mayReadUnproved: () => Promise<boolean>,
): Promise<{ received: true }> {
	const { db, jobs, hooks } = deps
	const gateway = deps.gateways.get(gatewayName) ?? refuse('no_encontrado')
	const reading = gateway.readNotification(notification, deps.clock.now())
	if (reading.kind === 'forjada') {
		if (reading.hint && (await mayReadUnproved()))
			await enqueueLookup(deps, gatewayName, reading.hint, { sin_firma: true })
		refuse('firma_invalida')
	}
	if (reading.kind === 'devolucion' && isUuid(reading.devolucion_id)) {
		const { devolucion_id, gateway_ref } = reading
		const isIt = and(eq(devoluciones.id, devolucion_id), eq(devoluciones.gateway, gatewayName))
		// A refund is stored before it is sent, so an unknown one is forged.
		if (await db.$count(devoluciones, isIt))
			await db.transaction((tx) => jobs.enqueue(tx, 'devolver_pago', { devolucion_id, gateway_ref }))
	}
	if (reading.kind === 'alerta_fraude') {
		const warning = { gateway: gatewayName, tipo: 'fraude', disputa_id: reading.pago_id } as const
		await db.transaction((tx) => runHooks(hooks.disputeReported, deps, tx, warning))
	}
	if (reading.kind === 'disputa') await enqueueLookup(deps, gatewayName, reading)
	if (reading.kind === 'pago') {
		const isProved =
			gateway.signsNotifications || (await attemptOfRef(db, gatewayName, reading.gateway_ref)) !== undefined
		if (isProved || (await mayReadUnproved())) await enqueueLookup(deps, gatewayName, reading)
	}
	return { received: true }
}

async function enqueueLookup(
	deps: PaymentContext,
	gateway: GatewayMethod,
	about: NotificationHint,
	{ sin_firma = false } = {},
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		if (about.kind === 'disputa') {
			const { tipo, disputa_id } = about
			return await runHooks(deps.hooks.disputeReported, deps, tx, { gateway, tipo, disputa_id })
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

/** Seconds between the reads of a payment that its gateway does not list yet; afterwards it counts as foreign. */
const retrySeconds = [2, 10, 60, 300]

/** Seconds until the second lookup of an unsigned reference: it may arrive before the answer that contains it. */
const unsignedRetrySeconds = [10]

/**
 * Settles the subject of a notification. Throws, to be retried, while the gateway is unavailable. An unknown, unsigned
 * reference is read once at most.
 */
export async function processNotification(deps: PaymentContext, job: JobData['liquidar_pago']): Promise<void> {
	const gateway = job.gateway === undefined ? undefined : deps.gateways.get(job.gateway)
	if (!gateway) return
	const vez = job.vez ?? 0
	const waits = job.sin_firma ? [] : gateway.signsNotifications ? retrySeconds : unsignedRetrySeconds
	const { pago_id, gateway_ref } = job
	const named = job.intento_id ?? (await attemptOfRef(deps.db, gateway.name, gateway_ref))
	const shouldIdentify = gateway.signsNotifications || vez >= waits.length
	const attempt_id = named ?? (shouldIdentify ? await gateway.identify({ pago_id, gateway_ref }) : undefined)
	if (!isUuid(attempt_id)) {
		const startAfterSeconds = waits[vez]
		if (startAfterSeconds === undefined) {
			deps.log.info({ gateway: gateway.name, pago_id }, 'a notification about a payment that is not ours')
			return
		}
		const again = { ...job, vez: vez + 1 }
		await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'liquidar_pago', again, { startAfterSeconds }))
		return
	}
	if (await settlePayment(deps, attempt_id, { pago_id })) return
	// Its news may be newer than the last answer.
	const again = { ...job, intento_id: attempt_id }
	const options = { startAfterSeconds: questionPaceSeconds, onePer: JSON.stringify(again) }
	await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'liquidar_pago', again, options))
}

/**
 * Ends a notification whose subject the gateway refuses to show, now and at every try. What the shop knows of the
 * subject is polled as always. Throws every other failure, to be retried: a refused key is mended.
 */
export async function endIfRefused(
	{ log }: Pick<Context, 'log'>,
	job: JobData['liquidar_pago'] | JobData['seguir_disputa'],
	lookup: Promise<void>,
): Promise<void> {
	try {
		await lookup
	} catch (err) {
		if (!(err instanceof GatewayRefused)) throw err
		log.warn({ err, ...job }, 'a gateway refuses the subject of a notification')
	}
}
