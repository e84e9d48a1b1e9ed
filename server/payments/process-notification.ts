import type { JobData } from '#server/jobs/queues.ts'
import { attemptOfRef } from '#server/payments/attempt-of-ref.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { isUuid } from '#server/platform/uuid.ts'

/** After how many seconds a payment that its gateway does not show yet is looked up again; then it is none of ours. */
const lookAgainSeconds = [2, 10, 60, 300]

/** When a reference that nobody signed is looked for once more: it may have come before the answer that gave it to the shop. */
const unsignedLookAgainSeconds = [10]

/**
 * Settles what a notification pointed to. Throws, to be tried again, while the gateway cannot be asked. Where anybody can
 * make one up, an unknown reference is asked about once at most.
 */
export async function processNotification(deps: PaymentContext, job: JobData['liquidar_pago']): Promise<void> {
	const gateway = job.gateway === undefined ? undefined : deps.gateways.get(job.gateway)
	if (!gateway) return
	const vez = job.vez ?? 0
	const waits = job.sin_firma ? [] : gateway.signsNotifications ? lookAgainSeconds : unsignedLookAgainSeconds
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
