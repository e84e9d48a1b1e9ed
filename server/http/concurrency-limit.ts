import { type Failure, fail } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

/** Runs `work` when its turn comes, `isFirst` before the rest. Throws the queue's refusal when too many wait. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, options?: { isFirst: boolean }) => Promise<T>

interface ConcurrencyRules {
	readonly atOnce: number
	readonly maxWaiting: number
	/** Places for what is first; the others cannot take them. */
	readonly maxFirst?: number
	/** What a call beyond the queue is told. */
	readonly refusal?: () => Failure
}

/** A queue for work that would harm the process if all of it ran at once: `atOnce` run, at most `maxWaiting` wait. */
export function createConcurrencyLimit({
	atOnce,
	maxWaiting,
	maxFirst = maxWaiting,
	refusal,
}: ConcurrencyRules): ConcurrencyLimit {
	let running = 0
	const first: (() => void)[] = []
	const others: (() => void)[] = []
	return async (work, { isFirst } = { isFirst: false }) => {
		if (running < atOnce) running += 1
		else {
			const [queue, most] = isFirst ? [first, maxFirst] : [others, maxWaiting]
			if (queue.length >= most) throw new FailureAnswer(refusal?.() ?? fail('servicio_ocupado'))
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
