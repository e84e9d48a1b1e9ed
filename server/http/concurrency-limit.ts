import { type Failure, refuse } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/answer.ts'

/**
 * Runs `work` when its turn comes; what `isFirst` goes before everything that is not. Ends the request with the queue's refusal
 * when too many wait already.
 */
export type InTurn = <T>(work: () => Promise<T>, options?: { isFirst: boolean }) => Promise<T>

interface TurnRules {
	readonly atOnce: number
	readonly maxWaiting: number
	/** Places for what is first; the others cannot take them. */
	readonly maxFirst?: number
	/** What a call beyond the queue is told. */
	readonly refusal?: () => Failure
}

/** A queue for work that would harm the process if all of it ran at once: `atOnce` run, at most `maxWaiting` wait. */
export function createTurns({ atOnce, maxWaiting, maxFirst = maxWaiting, refusal }: TurnRules): InTurn {
	let running = 0
	const first: (() => void)[] = []
	const others: (() => void)[] = []
	return async (work, { isFirst } = { isFirst: false }) => {
		if (running < atOnce) running += 1
		else {
			const [queue, most] = isFirst ? [first, maxFirst] : [others, maxWaiting]
			if (queue.length >= most) throw new FailureAnswer(refusal?.() ?? refuse('servicio_ocupado'))
			await new Promise<void>((resolve) => queue.push(resolve))
		}
		try {
			return await work()
		} finally {
			// The next one takes over this turn, so `running` stays as it is.
			const next = first.shift() ?? others.shift()
			if (next) next()
			else running -= 1
		}
	}
}
