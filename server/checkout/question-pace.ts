import type { AttemptState } from '#domain/payments/payment-states.ts'
import type { AttemptRow } from '#server/db/tables/payments.ts'
import { createMemoryCounters } from '#server/http/counters.ts'
import type { Hint } from '#server/payments/gateways/gateway.ts'
import type { Clock } from '#server/platform/clock.ts'

/** An answer of the gateway this young is enough for a page that asks how its order stands. */
const recentMs = 2_000
/** Questions about one attempt in a minute, whatever they name: gateways block shops that ask without end. */
const mostInMinute = 30
const dayOfSeconds = 86_400

/** What a page goes on asking about, or nothing can change any more; a refusal is asked about again. */
const recentIsTrue: readonly AttemptState[] = ['abierto', 'pendiente', 'pagado']

/** What a customer's browser says of a payment: a page that asks, or the return from the gateway, which may confirm the sale. */
export interface Asked extends Hint {
	readonly isReturn?: boolean
	readonly confirm?: boolean
	/** Its network asks too often: only the first return that confirms a sale is asked about. */
	readonly isTooMany?: boolean
}

/** How often customers' browsers make the shop ask a gateway. */
export interface QuestionPace {
	/** Whether the gateway is asked about an attempt now. The first return that confirms a sale always is. */
	mayAsk(attempt: AttemptRow, asked: Asked): Promise<boolean>
}

export function createQuestionPace(clock: Clock): QuestionPace {
	const counters = createMemoryCounters()
	const countOf = async (key: string, seconds: number) =>
		(await counters.take([key], seconds, clock.now())).get(key)?.count ?? 0

	return {
		async mayAsk(attempt, asked) {
			if (asked.confirm && (await countOf(`confirmar:${attempt.id}`, dayOfSeconds)) === 1) return true
			if (asked.isTooMany || wasJustAsked(attempt, asked, clock.now())) return false
			return (await countOf(`preguntar:${attempt.id}`, 60)) <= mostInMinute
		},
	}
}

/** A payment that the hint names may be one that the gateway did not show yet. */
function wasJustAsked(attempt: AttemptRow, { pago_id, isReturn }: Asked, now: Date): boolean {
	const ageMs = now.getTime() - attempt.updated_at.getTime()
	if (attempt.consultas === 0 || ageMs < 0 || ageMs >= recentMs) return false
	if (isReturn) return true
	return recentIsTrue.includes(attempt.estado) && (pago_id === undefined || attempt.estado === 'pagado')
}
