import { createMemoryCounters } from '#core/server/http/counters.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { AttemptState } from '#modules/orders/payment-states.ts'
import type { AttemptRow } from '#modules/orders/payment-tables.ts'
import type { Hint } from '#modules/payments/server/gateways/gateway.ts'

/** A gateway's answer younger than this is served to a page that polls its order. Milliseconds. */
const recentMs = 2_000
/** Reads of one attempt per minute, whatever the hint: gateways block shops that poll without a limit. */
const mostInMinute = 30
const dayOfSeconds = 86_400

/** States that still change or are polled on; a refusal is read again. */
const recentIsTrue: readonly AttemptState[] = ['abierto', 'pendiente', 'pagado']

/**
 * A browser's request about a payment: a page that polls, or the return from the gateway, which may confirm the
 * sale.
 */
export interface PaymentQuery extends Hint {
	readonly isReturn?: boolean
	readonly confirm?: boolean
	/** The network is over its limit: only the first return that confirms a sale is read. */
	readonly isTooMany?: boolean
}

/** Limits how often browsers make the shop call a gateway. */
export interface QuestionPace {
	/** Whether the gateway is called for an attempt now. True for the first return that confirms a sale. */
	mayPoll(attempt: AttemptRow, query: PaymentQuery): Promise<boolean>
}

export function createQuestionPace(clock: Clock): QuestionPace {
	const counters = createMemoryCounters()
	const countOf = async (key: string, seconds: number) =>
		(await counters.take([key], seconds, clock.now())).get(key)?.count ?? 0

	return {
		async mayPoll(attempt, query) {
			if (query.confirm && (await countOf(`confirmar:${attempt.id}`, dayOfSeconds)) === 1) return true
			if (query.isTooMany || wasJustPolled(attempt, query, clock.now())) return false
			return (await countOf(`preguntar:${attempt.id}`, 60)) <= mostInMinute
		},
	}
}

/** The hint may name a payment that the gateway did not list yet. */
function wasJustPolled(attempt: AttemptRow, { pago_id, isReturn }: PaymentQuery, now: Date): boolean {
	const ageMs = now.getTime() - attempt.updated_at.getTime()
	if (attempt.consultas === 0 || ageMs < 0 || ageMs >= recentMs) return false
	if (isReturn) return true
	return recentIsTrue.includes(attempt.estado) && (pago_id === undefined || attempt.estado === 'pagado')
}
