import { vi } from 'vitest'

/** The longest that a simulator of a gateway can be told to wait. */
const longest = 3600

/** What a pay page is told, so that what comes later comes only once `letTimePass` is called. */
export const waitsLong = { demora_segundos: String(longest) }

/** Runs `work`, which says when the simulators' long wait is over: however slow the machine, it is not before. */
export async function withHeldTimers(work: (letTimePass: () => void) => Promise<void>): Promise<void> {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
	try {
		await work(() => vi.advanceTimersByTime(longest * 1000))
	} finally {
		vi.useRealTimers()
	}
}
