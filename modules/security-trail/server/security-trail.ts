import { createHmac } from 'node:crypto'
import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxInteger } from '#core/contract/fields.ts'
import type { SecurityEvent } from '#core/rules/audit-actions.ts'
import { readEmail } from '#core/rules/person-data.ts'
import type { Database } from '#core/server/db/database.ts'
import { wideNetworkOf } from '#core/server/http/addresses.ts'
import { listPage, withinDays } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { deriveKey, type SecretKeys } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import {
	isCountedTogether,
	securityEvents,
	securityRetention,
	securityRowsPerNetworkAndMinute,
} from '#modules/security-trail/security-events.ts'
import {
	type CountedEvent,
	type SecurityRecord,
	writeSecurityEvents,
} from '#modules/security-trail/server/stored-events.ts'
import type { ListSecurityAnswer, ListSecurityQuery } from '#modules/security-trail/shapes.ts'
import { eventosSeguridad } from '#modules/security-trail/tables.ts'

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

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Pseudonyms of networks, and hashes to recognise equal events. */
interface Pseudonyms {
	/**
	 * Ten letters for the network of `ip`: equal within a calendar month (UTC), different in another month or with another
	 * key.
	 */
	networkOf(ip: string, at: Date): string
	/** A keyed hash of `parts`. */
	hash(parts: readonly unknown[]): string
}

/**
 * Pseudonyms by a monthly key: a plain hash could be tried out (16 million /24), and no network is linkable for longer.
 */
export function createPseudonyms([secret]: SecretKeys): Pseudonyms {
	const hashKey = deriveKey(secret, 'security-event')
	let current: { month: string; key: Uint8Array } | undefined

	function keyOf(month: string): Uint8Array {
		if (current?.month !== month) current = { month, key: deriveKey(secret, `security-network:${month}`) }
		return current.key
	}

	return {
		networkOf(ip, at) {
			const digest = createHmac('sha256', keyOf(at.toISOString().slice(0, 7)))
				.update(wideNetworkOf(ip))
				.digest()
			return [...digest.subarray(0, 10)].map((byte) => alphabet[byte % alphabet.length]).join('')
		},
		hash: (parts) => createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 22),
	}
}

const { id, created_at } = eventosSeguridad
const newestFirst = [desc(created_at), desc(id)]
const author = alias(usuarios, 'author')

/** The account of a typed id or whole address; undefined without one. */
async function accountOf(db: Database, typed: string): Promise<number | undefined> {
	if (/^\d{1,10}$/.test(typed)) return Number(typed) <= maxInteger ? Number(typed) : undefined
	const [account] = await db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(eq(usuarios.email, readEmail(typed) ?? ''))
	return account?.id
}

function whereOf({ tipo, red, ...days }: ListSecurityQuery, account: number | undefined): SQL | undefined {
	return and(
		tipo && eq(eventosSeguridad.tipo, tipo),
		red === undefined ? undefined : eq(eventosSeguridad.red, red),
		account === undefined
			? undefined
			: or(eq(eventosSeguridad.usuario_id, account), eq(eventosSeguridad.por_id, account)),
		withinDays(created_at, days),
	)
}

async function readEvents(db: Database, keys: number[]) {
	const { ultima_at, tipo, usuario_id, red, codigo, detalle, veces, por_id } = eventosSeguridad
	const names = { usuario: usuarios.email, por: author.email }
	const rows = await db
		.select({ id, created_at, ultima_at, tipo, usuario_id, ...names, red, codigo, detalle, veces })
		.from(eventosSeguridad)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.leftJoin(author, eq(author.id, por_id))
		.where(inArray(id, keys))
		.orderBy(...newestFirst)
	return rows.map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		ultima_at: row.ultima_at.toISOString(),
	}))
}

/** Returns one page of the security trail, the newest first, including unwritten events of this process. */
export async function listSecurity(
	deps: { db: Database; trail: Pick<SecurityTrail, 'flush'> },
	query: ListSecurityQuery,
): Promise<ListSecurityAnswer> {
	await deps.trail.flush()
	const account = query.cuenta === undefined ? undefined : await accountOf(deps.db, query.cuenta)
	if (query.cuenta !== undefined && account === undefined) return { results: [], count: 0 }
	const list = { table: eventosSeguridad, key: id, where: whereOf(query, account), orderBy: newestFirst }
	return await listPage(deps.db, list, query, (keys) => readEvents(deps.db, keys))
}
