import { type Failure, fail } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'

/** A share of the queue: at most `maxWaiting` calls with this key wait at once. */
interface QueueShare {
	readonly key: string
	readonly maxWaiting: number
}

export interface QueueOptions {
	readonly shares?: readonly QueueShare[]
	/** Aborted when the caller disconnects: its place in the queue is free at once. */
	readonly signal?: AbortSignal | undefined
}

/** Runs `work` in order of arrival. Throws the queue's failure when the queue, or a share of it, is full. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, options?: QueueOptions) => Promise<T>

interface ConcurrencyRules {
	readonly atOnce: number
	readonly maxWaiting: number
	readonly refusal?: () => Failure
}

interface Waiter {
	readonly shares: readonly QueueShare[]
	readonly start: () => void
}

/** Creates a FIFO queue: `atOnce` calls run, at most `maxWaiting` wait. A place is released in `finally`. */
export function createConcurrencyLimit({ atOnce, maxWaiting, refusal }: ConcurrencyRules): ConcurrencyLimit {
	let running = 0
	const waiting = new Set<Waiter>()
	const refuse = () => new FailureAnswer(refusal?.() ?? fail('servicio_ocupado'))

	function isShareFull({ key, maxWaiting: max }: QueueShare): boolean {
		const ofKey = [...waiting].filter(({ shares }) => shares.some((share) => share.key === key))
		return ofKey.length >= max
	}

	async function waitForTurn({ shares = [], signal }: QueueOptions): Promise<void> {
		if (signal?.aborted || waiting.size >= maxWaiting || shares.some(isShareFull)) throw refuse()
		const { promise, resolve, reject } = Promise.withResolvers<void>()
		const waiter: Waiter = { shares, start: resolve }
		const leave = () => {
			if (waiting.delete(waiter)) reject(refuse())
		}
		waiting.add(waiter)
		signal?.addEventListener('abort', leave, { once: true })
		try {
			await promise
		} finally {
			signal?.removeEventListener('abort', leave)
		}
	}

	return async (work, options = {}) => {
		if (running < atOnce) running += 1
		else await waitForTurn(options)
		try {
			return await work()
		} finally {
			const [next] = waiting
			if (next) {
				// The next call takes over this place, so `running` does not change.
				waiting.delete(next)
				next.start()
			} else running -= 1
		}
	}
}
