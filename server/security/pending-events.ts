import type { CountedEvent } from '#server/security/write-security-events.ts'

/** Rows that wait in memory at the most: while the database is away longer, newer ones are lost. */
const maxPending = 5000

/** Events that wait to be written, equal ones as one row with a count. */
export function createPendingEvents() {
	let pending = new Map<string, CountedEvent>()
	let lost = 0

	function add(event: CountedEvent): void {
		const known = pending.get(event.clave)
		if (known) {
			pending.set(event.clave, { ...known, veces: known.veces + event.veces, ultima_at: event.ultima_at })
		} else if (pending.size < maxPending) pending.set(event.clave, event)
		else lost += event.veces
	}

	return {
		add,
		take(): CountedEvent[] {
			const batch = [...pending.values()]
			pending = new Map()
			return batch
		},
		/** Puts a batch that could not be written before what came meanwhile. */
		putBack(batch: readonly CountedEvent[]): void {
			const newer = pending
			pending = new Map(batch.map((event) => [event.clave, event]))
			for (const event of newer.values()) add(event)
		},
		/** How many events were lost since the last call. */
		takeLost(): number {
			const count = lost
			lost = 0
			return count
		},
	}
}
