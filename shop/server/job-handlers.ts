import type { Files } from '#core/server/files/files.ts'
import { announceFeedChange } from '#core/server/jobs/catalog-changes.ts'
import { type JobHandlers, runChores } from '#core/server/jobs/jobs.ts'
import { RecipientRefused } from '#core/server/mail/smtp-mailer.ts'
import { purgeOldLogins } from '#modules/accounts/server/accounts.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { summarizeSales, watchHeldStock } from '#modules/orders/staff/server/order-jobs.ts'
import { endIfRefused, processNotification } from '#modules/payments/server/notifications.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { createCircuitBreaker } from '#modules/payments/server/poll-gateways.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import {
	reconcileRefundNotification,
	reconcileRefunds,
	remindOfRefunds,
} from '#modules/payments/server/reconcile-refunds.ts'
import { sendRefund } from '#modules/payments/server/refunds.ts'
import {
	anonymizeClosedOrders,
	anonymizeUnsoldOrders,
	purgeNetworks,
	purgePositions,
	purgeProofs,
} from '#modules/privacy/server/anonymize-orders.ts'
import { purgeRequests, remindOfRequests } from '#modules/privacy/server/request-chores.ts'
import { reopenShop } from '#modules/settings/server/change-setting.ts'
import type { SocialFeed } from '#modules/social/server/social-feed.ts'
import { reportRefusedMail, watchBacklog } from '#shop/server/alerts/watch-backlog.ts'

/** Reconciles payments and refunds within one run; a failing payment does not delay refunds. */
async function reconcileAll(deps: PaymentContext): Promise<void> {
	const breaker = createCircuitBreaker()
	await Promise.all([
		reconcilePayments(deps, breaker),
		reconcileRefunds(deps, breaker),
		...deps.hooks.gatewayPolls.map((poll) => poll(deps, breaker)),
	])
}

/** The handlers of the queues of core and the specification's modules. */
export function jobHandlers(
	deps: PaymentContext & { sendMail: (mailId: string) => Promise<void>; social: SocialFeed; files: Files },
): Partial<JobHandlers> {
	return {
		enviar_correo: async ({ correo_id }) => {
			try {
				await deps.sendMail(correo_id)
			} catch (error) {
				if (!(error instanceof RecipientRefused)) throw error
				await reportRefusedMail(deps, correo_id)
			}
		},
		liquidar_pago: (job) => endIfRefused(deps, job, processNotification(deps, job)),
		devolver_pago: ({ devolucion_id, gateway_ref }) =>
			gateway_ref === undefined
				? sendRefund(deps, devolucion_id)
				: reconcileRefundNotification(deps, devolucion_id, gateway_ref),
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
				...deps.hooks.everyFiveMinutes.map((chore) => () => chore(deps)),
			),
		resumir_pedidos: () => summarizeSales(deps),
		// Pages show the feed: every process reads it and renders them again.
		renovar_feed: async () => {
			if (await deps.social.refresh()) await deps.db.transaction(announceFeedChange)
		},
		limpiar: () =>
			runChores(
				...deps.hooks.daily.map((chore) => () => chore(deps)),
				() => purgeOldLogins(deps.db, deps.clock.now()),
				() => anonymizeClosedOrders(deps),
				() => anonymizeUnsoldOrders(deps),
				() => purgeProofs(deps),
				() => purgePositions(deps),
				() => purgeNetworks(deps),
				() => remindOfRequests(deps),
				() => purgeRequests(deps),
			),
	}
}
