import type { LockedStops, Seconds } from '#domain/rounds/arrivals.ts'

/** Up to so many stops the best order is found by trying all that matters: 12 take some milliseconds, each more twice as long. */
export const mostExactStops = 12

const bitsIn = (set: number) => set.toString(2).replaceAll('0', '').length

/** The soonest order of the stops (places 1 and up), from the shop and back, the locked ones in place (Held and Karp). */
export function exactOrder(seconds: Seconds, locked: LockedStops): number[] {
	const stops = seconds.length - 1
	const sets = 2 ** stops
	const soonest = new Float64Array(sets * stops).fill(Number.POSITIVE_INFINITY)
	const before = new Int8Array(sets * stops).fill(-1)
	const lockedAt = new Map([...locked].map(([stop, at]) => [at, stop]))
	const mayBeAt = (stop: number, at: number) => (lockedAt.get(at) ?? stop) === stop && (locked.get(stop) ?? at) === at
	for (let stop = 0; stop < stops; stop++)
		if (mayBeAt(stop + 1, 0)) soonest[(1 << stop) * stops + stop] = seconds[0]?.[stop + 1] ?? 0
	for (let set = 1; set < sets; set++) {
		const at = bitsIn(set)
		for (let last = 0; last < stops; last++) {
			const soFar = soonest[set * stops + last] ?? Number.POSITIVE_INFINITY
			if (soFar === Number.POSITIVE_INFINITY) continue
			for (let next = 0; next < stops; next++) {
				if (set & (1 << next) || !mayBeAt(next + 1, at)) continue
				const to = (set | (1 << next)) * stops + next
				const length = soFar + (seconds[last + 1]?.[next + 1] ?? 0)
				if (length >= (soonest[to] ?? 0)) continue
				soonest[to] = length
				before[to] = last
			}
		}
	}
	return walkBack({ soonest, before, stops }, seconds)
}

/** The stops from the first to the last, read from the end that is soonest back at the shop. */
function walkBack(
	{ soonest, before, stops }: { soonest: Float64Array; before: Int8Array; stops: number },
	seconds: Seconds,
): number[] {
	let set = 2 ** stops - 1
	const backAt = (last: number) => (soonest[set * stops + last] ?? 0) + (seconds[last + 1]?.[0] ?? 0)
	let last = Array.from({ length: stops }, (_, stop) => stop).reduce(
		(best, stop) => (backAt(stop) < backAt(best) ? stop : best),
		0,
	)
	const order: number[] = []
	while (order.length < stops) {
		order.unshift(last + 1)
		const previous = before[set * stops + last] ?? 0
		set &= ~(1 << last)
		last = previous
	}
	return order
}
