import { refuse } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/answer.ts'

/** Runs `work` when its turn comes. Ends the request with `servicio_ocupado` when too many wait already. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A queue for work that would harm the process if all of it ran at once: `atOnce` run, at most `maxWaiting` wait. */
export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): InTurn {
	let running = 0
	const waiting: (() => void)[] = []
	return async (work) => {
		if (running < atOnce) running += 1
		else {
			if (waiting.length >= maxWaiting) throw new FailureAnswer(refuse('servicio_ocupado'))
			await new Promise<void>((resolve) => waiting.push(resolve))
		}
		try {
			return await work()
		} finally {
			// The next one takes over this turn, so `running` stays as it is.
			const next = waiting.shift()
			if (next) next()
			else running -= 1
		}
	}
}
