import { setTimeout as wait } from 'node:timers/promises'

export interface CallPace {
	/** Waits for a turn. Tells in how many seconds there may be one when that is too long to wait, and takes none. */
	turn(): Promise<{ readonly retryAfterSeconds: number } | undefined>
}

interface PaceOptions {
	/** Calls that may begin within one second; 0: as many as come. */
	readonly perSecond: number
	readonly perMinute: number
	/** How long a call may wait for its turn. */
	readonly maxWaitMs?: number
	readonly elapsed?: () => number
	readonly sleep?: (ms: number) => Promise<unknown>
}

/** Calls come in closer together than they went out: a little more than a second is counted as one. */
const margin = 1.1

/** Spaces the calls of this process, so that a provider that counts them turns none away. Measures real time. */
export function createCallPace(options: PaceOptions): CallPace {
	const { perSecond, perMinute, maxWaitMs = 5_000, elapsed = () => performance.now(), sleep = wait } = options
	/** When the last calls began or will begin, in order. */
	let turns: number[] = []

	/** From when on no more than `most` calls fall into `ms`. */
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
