import { purgeOldLogins } from '#server/accounts/purge-old-logins.ts'
import { expireOrders } from '#server/checkout/expire-orders.ts'
import { runDocumentBatch, runEmission } from '#server/emission/run-batch.ts'
import type { Files } from '#server/files/files.ts'
import { announceFeedChange } from '#server/jobs/catalog-changes.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { runChores } from '#server/jobs/run-chores.ts'
import { createCircuitBreaker } from '#server/payments/circuit-breaker.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'
import { processNotification } from '#server/payments/process-notification.ts'
import { reconcileDispute, reconcileDisputes } from '#server/payments/reconcile-disputes.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { reconcileRefundNotification } from '#server/payments/reconcile-refund-notification.ts'
import { reconcileRefunds } from '#server/payments/reconcile-refunds.ts'
import { remindOfRefunds } from '#server/payments/remind-of-refunds.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import { anonymizeClosedOrders } from '#server/privacy/anonymize-orders.ts'
import { purgeDeliveryProofs } from '#server/privacy/purge-delivery-proofs.ts'
import { purgeNetworks } from '#server/privacy/purge-networks.ts'
import { purgePositions } from '#server/privacy/purge-positions.ts'
import { purgeReceptores } from '#server/privacy/purge-receptores.ts'
import type { PushContext } from '#server/push/push-setup.ts'
import { fanOutNotice, purgeNotices, sendNotice } from '#server/push/send-notice.ts'
import { purgeSecurityEvents } from '#server/security/purge-security-events.ts'
import { reopenShop } from '#server/settings/reopen-shop.ts'
import type { SocialFeed } from '#server/social/social-feed.ts'
import { summarizeSales } from '#server/staff/alerts/summarize-sales.ts'
import { watchBacklog } from '#server/staff/alerts/watch-backlog.ts'
import { watchHeldStock } from '#server/staff/alerts/watch-held-stock.ts'
import { mailPickupDone } from '#server/staff/pickups/pickup-mails.ts'
import { mailDeliveryOutcome } from '#server/staff/rounds/round-mails.ts'
import { watchLateStops } from '#server/staff/rounds/watch-late-stops.ts'
import type { TaxContext } from '#server/tax-documents/tax-setup.ts'

/** Reconciles payments and refunds within one run; a failing payment does not delay refunds. */
async function reconcileAll(deps: PaymentContext): Promise<void> {
	const breaker = createCircuitBreaker()
	await Promise.all([
		reconcilePayments(deps, breaker),
		reconcileRefunds(deps, breaker),
		reconcileDisputes(deps, breaker),
	])
}

/** The handlers of all queues. */
export function jobHandlers(
	deps: PaymentContext &
		TaxContext &
		PushContext & { sendMail: (mailId: string) => Promise<void>; social: SocialFeed; files: Files },
): JobHandlers {
	return {
		enviar_correo: ({ correo_id }) => deps.sendMail(correo_id),
		liquidar_pago: (job) => processNotification(deps, job),
		devolver_pago: ({ devolucion_id, gateway_ref }) =>
			gateway_ref === undefined
				? sendRefund(deps, devolucion_id)
				: reconcileRefundNotification(deps, devolucion_id, gateway_ref),
		emitir_documento: ({ documento_id }) => runEmission(deps, documento_id),
		seguir_documentos: () => runDocumentBatch(deps),
		avisar_entrega: (job) =>
			'orden_id' in job ? mailPickupDone(deps, job.orden_id) : mailDeliveryOutcome(deps, job.parada_id),
		avisar_equipo: ({ aviso }) => fanOutNotice(deps, aviso),
		enviar_aviso: (job) => sendNotice(deps, job),
		seguir_disputa: (job) => reconcileDispute(deps, job),
		conciliar_pagos: () => reconcileAll(deps),
		vencer_ordenes: () =>
			runChores(
				() => expireOrders(deps),
				() => remindOfRefunds(deps),
				() => reopenShop(deps),
			),
		vigilar_atrasos: () =>
			runChores(
				() => watchBacklog(deps),
				() => watchHeldStock(deps),
				() => watchLateStops(deps),
			),
		resumir_pedidos: () => summarizeSales(deps),
		// Pages show the feed: every process reads it and renders them again.
		renovar_feed: async () => {
			if (await deps.social.refresh()) await deps.db.transaction(announceFeedChange)
		},
		limpiar: () =>
			runChores(
				// Before the logins, whose end it checks.
				() => purgeNotices(deps),
				() => purgeOldLogins(deps.db, deps.clock.now()),
				() => purgeSecurityEvents(deps.db, deps.clock.now()),
				() => anonymizeClosedOrders(deps),
				() => purgePositions(deps),
				() => purgeNetworks(deps),
				() => purgeReceptores(deps),
				() => purgeDeliveryProofs(deps),
			),
	}
}
