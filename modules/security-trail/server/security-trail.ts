import { createHmac } from 'node:crypto'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
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
}) {
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

	/** Writes the events. Never throws: failed writes are retried at the next time. */
	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		/** Records an event. Never throws or waits: it is written later. */
		record({ ip, ...event }: SecurityRecord): void {
			const now = clock.now()
			const minute = Math.floor(now.getTime() / 60_000)
			if (budget.minute !== minute) budget = newMinuteBudget(minute)
			const red = ip === undefined ? undefined : pseudonyms.networkOf(ip, now)
			pending.add({ ...withinBudget(budget, pseudonyms, { ...event, red, created_at: now, ultima_at: now }), veces: 1 })
			schedule(writeDelayMs)
		},
		flush,
		/** Writes the rest and stops. */
		async close(): Promise<void> {
			isClosed = true
			clearTimeout(timer)
			await flush()
		},
	}
}

export type SecurityTrail = ReturnType<typeof createSecurityTrail>

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

/** The trail's rows that one process has started within one minute, which is counted since 1970. */
const newMinuteBudget = (minute: number) => ({
	minute,
	known: new Set<string>(),
	perNetwork: new Map<string, number>(),
	perGroup: new Map<string, number>(),
})
type MinuteBudget = ReturnType<typeof newMinuteBudget>

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

type Pseudonyms = ReturnType<typeof createPseudonyms>

/**
 * Pseudonyms of networks, and hashes to recognise equal events. By a monthly key: a plain hash could be tried out (16
 * million /24), and no network is linkable for longer.
 */
export function createPseudonyms([secret]: SecretKeys) {
	const hashKey = deriveKey(secret, 'security-event')
	let current: { month: string; key: Uint8Array } | undefined

	return {
		/**
		 * Ten letters for the network of `ip`: equal within a calendar month (UTC), different in another month or with another
		 * key.
		 */
		networkOf(ip: string, at: Date): string {
			const month = at.toISOString().slice(0, 7)
			if (current?.month !== month) current = { month, key: deriveKey(secret, `security-network:${month}`) }
			const digest = createHmac('sha256', current.key).update(wideNetworkOf(ip)).digest()
			return [...digest.subarray(0, 10)].map((byte) => alphabet[byte % alphabet.length]).join('')
		},
		hash: (parts: readonly unknown[]): string =>
			createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 22),
	}
}

const { id, created_at } = eventosSeguridad
const newestFirst = [desc(created_at), desc(id)]
const author = alias(usuarios, 'author')

/** The account of a typed id or whole address; undefined without one. */
async function accountOf(db: Database, typed: string): Promise<number | undefined> {
	if (/^\d{1,10}$/.test(typed)) return Number(typed) <= maxInteger ? Number(typed) : undefined
	const isTyped = eq(usuarios.email, readEmail(typed) ?? '')
	const [account] = await db.select({ id: usuarios.id }).from(usuarios).where(isTyped)
	return account?.id
}

/** Returns one page of the security trail, the newest first, including unwritten events of this process. */
export async function listSecurity(
	{ db, trail }: { db: Database; trail: Pick<SecurityTrail, 'flush'> },
	{ cuenta, tipo: kind, red: network, ...query }: ListSecurityQuery,
): Promise<ListSecurityAnswer> {
	await trail.flush()
	const account = cuenta === undefined ? undefined : await accountOf(db, cuenta)
	if (cuenta !== undefined && account === undefined) return { results: [], count: 0 }
	const { ultima_at, tipo, usuario_id, red, codigo, detalle, veces, por_id } = eventosSeguridad
	const where = and(
		kind && eq(tipo, kind),
		network === undefined ? undefined : eq(red, network),
		account === undefined ? undefined : or(eq(usuario_id, account), eq(por_id, account)),
		withinDays(created_at, query),
	)
	return await listPage(db, { table: eventosSeguridad, key: id, where, orderBy: newestFirst }, query, async (keys) => {
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
	})
}
