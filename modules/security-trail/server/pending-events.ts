import type { CountedEvent } from '#modules/security-trail/server/write-security-events.ts'

/** Maximum of rows in memory: during a longer outage of the database, newer ones are lost. */
const maxPending = 5000

/** Unwritten events; equal ones are one row with a count. */
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
		/** Puts a failed batch before later events. */
		putBack(batch: readonly CountedEvent[]): void {
			const newer = pending
			pending = new Map(batch.map((event) => [event.clave, event]))
			for (const event of newer.values()) add(event)
		},
		/** The number of events lost since the last call. */
		takeLost(): number {
			const count = lost
			lost = 0
			return count
		},
	}
}
