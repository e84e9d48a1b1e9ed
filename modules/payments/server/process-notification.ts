import type { JobData } from '#core/server/jobs/queues.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { attemptOfRef } from '#modules/payments/server/attempt-of-ref.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'

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
	await settlePayment(deps, attempt_id, { pago_id })
}
