import { defineModule } from '#core/server/module.ts'
import { reconcileDispute } from '#modules/disputes/server/reconcile-disputes.ts'
import { endIfRefused } from '#modules/payments/server/notifications.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** Chargebacks, claims, mediations and fraud warnings about payments. */
export const disputes = defineModule<PaymentContext>({
	name: 'disputes',
	open: (services) => ({
		jobs: { seguir_disputa: (job) => endIfRefused(services, job, reconcileDispute(services, job)) },
	}),
})
