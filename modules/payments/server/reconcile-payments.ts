import { and, asc, eq, lte, ne, sql } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import type { CircuitBreaker } from '#modules/payments/server/gateways/gateway.ts'
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
	const rounds = await Promise.all(
		[...deps.gateways.keys()].map(async (gateway) => [
			await pollWhileDue(deps, gateway, breaker),
			await pollPaid(deps, gateway, breaker),
		]),
	)
	return rounds
		.flat()
		.reduce((sum, { polled, failed }) => ({ polled: sum.polled + polled, failed: sum.failed + failed }), none)
}

const none: RoundCount = { polled: 0, failed: 0 }

async function pollWhileDue(
	deps: PaymentContext,
	gateway: GatewayMethod,
	breaker: CircuitBreaker,
): Promise<RoundCount> {
	const now = deps.clock.now()
	const isDue = and(eq(intentosPago.gateway, gateway), ne(intentosPago.estado, 'pagado'), isPast(now))
	let sum = none
	// A polled attempt is due after `now`, so each query finds others.
	for (let found = batch; found === batch && !breaker.isOver() && !breaker.isOpen(gateway); ) {
		const due = await deps.db
			.select()
			.from(intentosPago)
			.where(isDue)
			.orderBy(sql`${intentosPago.sin_respuesta} > 0`, asc(intentosPago.consultar_at))
			.limit(batch)
		found = due.length
		const { polled, failed } = await pollAttempts(deps, gateway, due, breaker)
		sum = { polled: sum.polled + polled, failed: sum.failed + failed }
	}
	return sum
}

async function pollPaid(deps: PaymentContext, gateway: GatewayMethod, breaker: CircuitBreaker): Promise<RoundCount> {
	const isPaid = and(eq(intentosPago.gateway, gateway), eq(intentosPago.estado, 'pagado'), isPast(deps.clock.now()))
	const due = await deps.db
		.select()
		.from(intentosPago)
		.where(isPaid)
		.orderBy(asc(intentosPago.consultar_at))
		.limit(paidBatch)
	return await pollAttempts(deps, gateway, due, breaker)
}

const isPast = (now: Date) => lte(intentosPago.consultar_at, now)

const pollAttempts = (
	deps: PaymentContext,
	gateway: GatewayMethod,
	due: readonly AttemptRow[],
	breaker: CircuitBreaker,
) =>
	pollEach(breaker, gateway, due, {
		atOnce: 5,
		poll: (attempt) => settlePayment(deps, attempt.id),
		onFailed: (attempt, error) => postponePoll(deps, attempt, error),
	})
