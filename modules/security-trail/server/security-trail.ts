import type { SecurityEvent } from '#core/rules/security-events.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import {
	isCountedTogether,
	securityEvents,
	securityRetention,
	securityRowsPerNetworkAndMinute,
} from '#modules/security-trail/security-events.ts'
import type { Pseudonyms } from '#modules/security-trail/server/network-pseudonym.ts'
import {
	type CountedEvent,
	type SecurityRecord,
	writeSecurityEvents,
} from '#modules/security-trail/server/stored-events.ts'

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

/** Maximum of rows in memory: during a longer outage of the database, newer ones are lost. */
const maxPending = 5000

/** Unwritten events; equal ones are one row with a count. */
function createPendingEvents() {
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

/** The trail's rows that one process has started within one minute. */
interface MinuteBudget {
	/** Minutes since 1970. */
	readonly minute: number
	readonly known: Set<string>
	readonly perNetwork: Map<string, number>
	readonly perGroup: Map<string, number>
}

const newMinuteBudget = (minute: number): MinuteBudget => ({
	minute,
	known: new Set(),
	perNetwork: new Map(),
	perGroup: new Map(),
})

/** Counts a new row: `own`, or instead the event's `network` or its `kind` alone. */
function consumeRow(budget: MinuteBudget, tipo: SecurityEvent, red: string | undefined): 'own' | 'network' | 'kind' {
	if (!isCountedTogether(tipo)) return 'own'
	const { group } = securityEvents[tipo]
	const ofGroup = budget.perGroup.get(group) ?? 0
	if (ofGroup >= securityRetention[group].rowsPerMinute) return 'kind'
	const ofNetwork = red === undefined ? 0 : (budget.perNetwork.get(red) ?? 0)
	if (ofNetwork >= securityRowsPerNetworkAndMinute) return 'network'
	if (red !== undefined) budget.perNetwork.set(red, ofNetwork + 1)
	budget.perGroup.set(group, ofGroup + 1)
	return 'own'
}
