import { and, eq } from 'drizzle-orm'
import { intentosPago } from '#server/db/tables/payments.ts'
import { isUuid } from '#server/http/uuid.ts'
import type { JobData } from '#server/jobs/queues.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

/** After how many seconds a payment that its gateway does not show yet is looked up again; then it is none of ours. */
const lookAgainSeconds = [2, 10, 60, 300]

/**
 * Settles what a notification pointed to. Throws while the gateway cannot be asked, so that the job is tried again. A payment
 * that the gateway does not show yet is looked up again some times; the reconciler is behind it all.
 */
export async function workOffNotification(deps: PaymentDeps, job: JobData['liquidar_pago']): Promise<void> {
	const gateway = job.gateway === undefined ? undefined : deps.gateways.get(job.gateway)
	if (!gateway) return
	const named = job.intento_id ?? (await attemptOfRef(deps, gateway.name, job.gateway_ref))
	const attempt_id = named ?? (await gateway.identify({ pago_id: job.pago_id, gateway_ref: job.gateway_ref }))
	if (!isUuid(attempt_id)) {
		const vez = job.vez ?? 0
		const startAfterSeconds = lookAgainSeconds[vez]
		if (startAfterSeconds === undefined) {
			deps.log.info({ gateway: gateway.name, pago_id: job.pago_id }, 'a notification about a payment that is not ours')
			return
		}
		const again = { ...job, vez: vez + 1 }
		await deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'liquidar_pago', again, { startAfterSeconds }))
		return
	}
	await settlePayment(deps, attempt_id, { pago_id: job.pago_id })
}

async function attemptOfRef(deps: PaymentDeps, gateway: string, gateway_ref: string | undefined) {
	if (!gateway_ref) return undefined
	const [attempt] = await deps.db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.gateway, gateway), eq(intentosPago.gateway_ref, gateway_ref)))
	return attempt?.id
}
