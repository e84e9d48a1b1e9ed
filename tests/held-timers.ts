import { vi } from 'vitest'

/** Maximum delay that a gateway simulator accepts, in ms. */
const longest = 3600

/** Makes a pay page delay its notification until `letTimePass` is called. */
export const waitsLong = { demora_segundos: String(longest) }

/** Runs `work` with the simulators' long delays stopped; `work` releases them, on any machine speed. */
export async function withHeldTimers(work: (letTimePass: () => void) => Promise<void>): Promise<void> {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
	try {
		await work(() => vi.advanceTimersByTime(longest * 1000))
	} finally {
		vi.useRealTimers()
	}
}
