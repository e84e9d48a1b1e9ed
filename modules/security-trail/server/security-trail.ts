import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { consumeRow, type MinuteBudget, newMinuteBudget } from '#modules/security-trail/server/minute-budget.ts'
import type { Pseudonyms } from '#modules/security-trail/server/network-pseudonym.ts'
import { createPendingEvents } from '#modules/security-trail/server/pending-events.ts'
import type { SecurityRecord } from '#modules/security-trail/server/security-record.ts'
import { type CountedEvent, writeSecurityEvents } from '#modules/security-trail/server/write-security-events.ts'

export interface SecurityTrail {
	/** Records an event. Never throws or waits: it is written later. */
	record(event: SecurityRecord): void
	/** Writes the events. Never throws: failed writes are retried at the next time. */
	flush(): Promise<void>
	/** Writes the rest and stops. */
	close(): Promise<void>
}

const writeDelayMs = 1000
/** Milliseconds until a failed write is retried. */
const retryDelayMs = 10_000

/** The event, or the wider one that counts it, with the key of its row. */
function withinBudget(budget: MinuteBudget, pseudonyms: Pseudonyms, event: Omit<CountedEvent, 'clave' | 'veces'>) {
	const { tipo, red, created_at, ultima_at } = event
	const keyed = (one: typeof event) => {
		const { usuario_id, email, por_id, codigo, detalle } = one
		const parts = [budget.minute, tipo, usuario_id, email, por_id, one.red, codigo, detalle]
		return { ...one, clave: pseudonyms.hash(parts) }
	}
	const own = keyed(event)
	if (budget.known.has(own.clave)) return own
	const row = consumeRow(budget, tipo, red)
	const wider = { tipo, created_at, ultima_at, detalle: 'varios', ...(row === 'network' && { red }) }
	const counted = row === 'own' ? own : keyed(wider)
	budget.known.add(counted.clave)
	return counted
}

/**
 * The trail of one process. Equal events of a minute are one row; beyond the budgets of `securityRetention`, events
 * that prove no account are counted together by network, then by kind.
 */
export function createSecurityTrail(deps: {
	db: Database
	clock: Clock
	log: Pick<Log, 'warn'>
	pseudonyms: Pseudonyms
}): SecurityTrail {
	const { db, clock, log, pseudonyms } = deps
	const pending = createPendingEvents()
	let budget = newMinuteBudget(0)
	let timer: NodeJS.Timeout | undefined
	let writing = Promise.resolve()
	let isClosed = false

	function schedule(delayMs: number): void {
		if (timer || isClosed) return
		timer = setTimeout(() => {
			timer = undefined
			void flush()
		}, delayMs)
		timer.unref()
	}

	async function write(): Promise<void> {
		const batch = pending.take()
		if (batch.length === 0) return
		try {
			await writeSecurityEvents(db, batch)
			const lost = pending.takeLost()
			if (lost > 0) log.warn({ perdidos: lost }, 'events of security were lost while the database was away')
		} catch (err) {
			log.warn({ err, filas: batch.length }, 'events of security could not be written yet')
			pending.putBack(batch)
			schedule(retryDelayMs)
		}
	}

	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		record({ ip, ...event }) {
			const now = clock.now()
			const minute = Math.floor(now.getTime() / 60_000)
			if (budget.minute !== minute) budget = newMinuteBudget(minute)
			const red = ip === undefined ? undefined : pseudonyms.networkOf(ip, now)
			pending.add({ ...withinBudget(budget, pseudonyms, { ...event, red, created_at: now, ultima_at: now }), veces: 1 })
			schedule(writeDelayMs)
		},
		flush,
		async close() {
			isClosed = true
			clearTimeout(timer)
			await flush()
		},
	}
}
