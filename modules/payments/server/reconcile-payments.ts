import { and, asc, eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { createCircuitBreaker, pollEach, postponePoll } from '#modules/payments/server/poll-gateways.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'

const batch = 100

/** Paid attempts of one gateway polled per run: 18,000 an hour. */
const paidBatch = 300

/** The reads of a run, and how many were not answered. */
export interface RoundCount {
	readonly polled: number
	readonly failed: number
}

/**
 * Polls the due attempts of each gateway, which finds payments after lost notifications and closed tabs. A failing
 * gateway or attempt delays no other; the rest has priority in the next run; paid attempts come last, in batches.
 */
export async function reconcilePayments(deps: PaymentContext, breaker = createCircuitBreaker()): Promise<RoundCount> {
	const { estado, consultar_at, sin_respuesta } = intentosPago
	const sum = { polled: 0, failed: 0 }
	async function pollDue(gateway: GatewayMethod, where: SQL | undefined, orderBy: SQL[], limit: number) {
		const due = await deps.db
			.select()
			.from(intentosPago)
			.where(and(eq(intentosPago.gateway, gateway), where))
			.orderBy(...orderBy)
			.limit(limit)
		const { polled, failed } = await pollEach(breaker, gateway, due, {
			atOnce: 5,
			poll: (attempt) => settlePayment(deps, attempt.id),
			onFailed: (attempt, error) => postponePoll(deps, attempt, error),
		})
		sum.polled += polled
		sum.failed += failed
		return due.length
	}
	async function pollGateway(gateway: GatewayMethod): Promise<void> {
		// A polled attempt is due after this moment, so each query finds others.
		const isUnpaidAndDue = and(ne(estado, 'pagado'), lte(consultar_at, deps.clock.now()))
		const answeredFirst = [sql`${sin_respuesta} > 0`, asc(consultar_at)]
		for (let found = batch; found === batch && !breaker.isOver() && !breaker.isOpen(gateway); )
			found = await pollDue(gateway, isUnpaidAndDue, answeredFirst, batch)
		const isPaidAndDue = and(eq(estado, 'pagado'), lte(consultar_at, deps.clock.now()))
		await pollDue(gateway, isPaidAndDue, [asc(consultar_at)], paidBatch)
	}
	await Promise.all([...deps.gateways.keys()].map(pollGateway))
	return sum
}
