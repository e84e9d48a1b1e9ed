import { setTimeout as wait } from 'node:timers/promises'

export interface CallPace {
	/** Waits for a turn. Returns the seconds until a retry when the wait is too long. */
	turn(): Promise<{ readonly retryAfterSeconds: number } | undefined>
}

interface PaceOptions {
	/** Calls that may start within one second; 0: unlimited. */
	readonly perSecond: number
	readonly perMinute: number
	/** Maximum wait of a call for its turn. Milliseconds. */
	readonly maxWaitMs?: number
	readonly elapsed?: () => number
	readonly sleep?: (ms: number) => Promise<unknown>
}

/** Calls arrive closer together than they were sent, so a second is measured longer. */
const margin = 1.1

/** Spaces the calls of this process, so that a provider with a rate limit rejects none. Measures real time. */
export function createCallPace(options: PaceOptions): CallPace {
	const { perSecond, perMinute, maxWaitMs = 5_000, elapsed = () => performance.now(), sleep = wait } = options
	/** Start times of the last calls, in order. */
	let turns: number[] = []

	/** The time from which at most `most` calls fall into `ms`. */
	const freeAfter = (most: number, ms: number) => {
		const before = turns.at(-most)
		return most > 0 && before !== undefined ? before + ms * margin : 0
	}

	return {
		async turn() {
			if (perSecond === 0) return undefined
			const now = elapsed()
			const at = Math.max(now, freeAfter(perSecond, 1_000), freeAfter(perMinute, 60_000))
			if (at - now > maxWaitMs) return { retryAfterSeconds: Math.ceil((at - now) / 1_000) }
			turns = [...turns, at].slice(-Math.max(perSecond, perMinute))
			if (at > now) await sleep(at - now)
			return undefined
		},
	}
}
