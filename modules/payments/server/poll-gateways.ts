import { eq } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Context } from '#modules/lists/context.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import { nextPollAt, nextPollOfPaidAt } from '#modules/payments/reconcile.ts'
import { type CircuitBreaker, GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'

/** Unanswered calls of a run, without any answer, after which a gateway counts as silent. */
const silentAfter = 20

/** A run ends before the next one begins a minute later, including the timeout of its last call. */
const roundMs = 40_000

/** Starts a run. Measures real time: it bounds how long a job runs, not when anything is due. */
export function createCircuitBreaker(elapsed: () => number = () => performance.now()): CircuitBreaker {
	const began = elapsed()
	const unanswered = new Map<GatewayMethod, number>()
	const responsive = new Set<GatewayMethod>()
	return {
		isOver: () => elapsed() - began > roundMs,
		isOpen: (gateway) => !responsive.has(gateway) && (unanswered.get(gateway) ?? 0) >= silentAfter,
		answered: (gateway) => void responsive.add(gateway),
		failed(gateway, error) {
			const isUnavailable = error instanceof GatewayUnavailable
			if (error instanceof GatewayRefused || (isUnavailable && error.hasAnswered)) responsive.add(gateway)
			else if (isUnavailable) unanswered.set(gateway, (unanswered.get(gateway) ?? 0) + 1)
		},
	}
}

/**
 * Calls `poll` for each of `items`, `atOnce` in parallel, while the run lasts and the gateway answers. Errors go to
 * `onFailed`.
 */
export async function pollEach<Item>(
	breaker: CircuitBreaker,
	gateway: GatewayMethod,
	items: readonly Item[],
	about: {
		atOnce: number
		poll: (item: Item) => Promise<unknown>
		onFailed: (item: Item, error: unknown) => Promise<void>
	},
): Promise<{ polled: number; failed: number }> {
	const waiting = items.values()
	let polled = 0
	let failed = 0
	async function pollInTurn(): Promise<void> {
		for (const item of waiting) {
			polled += 1
			try {
				await about.poll(item)
				breaker.answered(gateway)
			} catch (error) {
				failed += 1
				breaker.failed(gateway, error)
				await about.onFailed(item, error)
			}
			if (breaker.isOver() || breaker.isOpen(gateway)) return
		}
	}
	if (!breaker.isOver() && !breaker.isOpen(gateway)) {
		await Promise.all(Array.from({ length: about.atOnce }, pollInTurn))
	}
	return { polled, failed }
}

/** Postpones the next poll of an attempt without an answer, behind those that were not polled yet. */
export async function postponePoll(deps: Context, attempt: AttemptRow, error: unknown): Promise<void> {
	const { id, gateway } = attempt
	deps.log.warn({ err: error, intento_id: id, gateway }, 'a gateway did not answer a poll')
	const now = deps.clock.now()
	const isPaid = attempt.estado === 'pagado'
	await deps.db
		.update(intentosPago)
		.set({ consultar_at: isPaid ? nextPollOfPaidAt(attempt, now) : nextPollAt(attempt, now) })
		.where(eq(intentosPago.id, id))
}
