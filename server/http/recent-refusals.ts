/** How long a refusal is repeated without counting again. Milliseconds. */
const repeatMs = 2000
const maxKeys = 10_000

export type RecentRefusals = ReturnType<typeof createRecentRefusals>

/** What was just refused, in memory: a flood costs the database one count in two seconds. The counter still decides. */
export function createRecentRefusals() {
	const refused = new Map<string, { until: Date; expiresAt: number }>()
	return {
		remember(key: string, until: Date, now: Date): void {
			if (refused.size >= maxKeys) refused.clear()
			refused.set(key, { until, expiresAt: now.getTime() + repeatMs })
		},
		forget(keys: readonly string[]): void {
			for (const key of keys) refused.delete(key)
		},
		/** When one of the keys starts again, if one was refused a moment ago. */
		untilOf(keys: readonly string[], now: Date): Date | undefined {
			for (const key of keys) {
				const known = refused.get(key)
				if (known && known.expiresAt > now.getTime() && known.until > now) return known.until
			}
			return undefined
		},
	}
}
