import type { Counters } from '#server/http/shared-counters.ts'

const maxCounters = 50_000

/** Counters in this process's memory. Full, it forgets the oldest ones: an attack may not make it grow. */
export function createMemoryCounters(): Counters {
	const counters = new Map<string, { count: number; until: Date }>()
	return {
		async take(keys, windowSeconds, now) {
			const taken = new Map<string, { count: number; until: Date }>()
			for (const key of keys) {
				const held = counters.get(key)
				const isLiving = held !== undefined && held.until > now
				const until = isLiving ? held.until : new Date(now.getTime() + windowSeconds * 1000)
				const counter = { count: isLiving ? held.count + 1 : 1, until }
				// A counter that starts anew goes to the end, so that the first ones are the oldest.
				if (!isLiving) counters.delete(key)
				counters.set(key, counter)
				taken.set(key, counter)
			}
			for (const key of counters.keys()) {
				if (counters.size <= maxCounters) break
				counters.delete(key)
			}
			return taken
		},
	}
}
