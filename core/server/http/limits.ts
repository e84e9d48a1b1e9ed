import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Failure, FailureAnswer, fail } from '#core/contract/failure.ts'
import { type LimitName, type LimitRule, limitRules } from '#core/contract/limit-rules.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { waitText } from '#core/rules/times.ts'
import type { Database } from '#core/server/db/database.ts'
import { networkOf } from '#core/server/http/addresses.ts'
import { limites } from '#core/server/http/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'

export interface LimitOptions {
	/** The e-mail of the call's account; undefined when there is none. */
	readonly account?: (request: FastifyRequest) => string | undefined
	/** Whether the browser has proved that it logged in to the account before: strangers do not use up its counts. */
	readonly isKnown?: (request: FastifyRequest, account: string) => boolean
	readonly when?: (request: FastifyRequest) => boolean
}

/** For calls behind the guard: counted by the caller's account. */
export const byAccount: LimitOptions = { account: (request) => request.usuario.email }

type Hook = (request: FastifyRequest) => Promise<void>

export interface RateLimits {
	/** A `preHandler` that counts the call, or ends it with 429 and `Retry-After`. */
	limit(name: LimitName, options?: LimitOptions): Hook
	/**
	 * Counts every call under /api on arrival, before its body is read, beside its own limits. Call it before any route is
	 * added.
	 */
	limitAll(app: FastifyInstance): void
	/** Deletes the counts of an account over all addresses, because its owner has proved to read its mail. */
	clear(names: readonly LimitName[], account: string): Promise<void>
}

const keyOf = (name: LimitName, part: string, value: string) =>
	`${name}:${part}:${createHash('sha256').update(value).digest('base64url').slice(0, 27)}`

interface Count {
	readonly key: string
	readonly max: number
}

/** An account's counts, of strangers and of browsers that are known to it. */
const parts = ['cuenta', 'conocido'] as const

/** One spelling of an e-mail: each that logs in to the same account counts for it. */
const normalized = (account: string) => readEmail(account) ?? account.trim().toLowerCase()

function countsOf(name: LimitName, scale: number, request: FastifyRequest, options: LimitOptions): Count[] {
	const { perAddress, perAccountAndAddress, perAccount }: LimitRule = limitRules[name]
	const network = networkOf(request.ip)
	const typed = options.account?.(request)
	const counts: { key: string; max: number | undefined }[] = [{ key: keyOf(name, 'red', network), max: perAddress }]
	if (typed !== undefined) {
		const account = normalized(typed)
		const part = options.isKnown?.(request, account) ? parts[1] : parts[0]
		counts.push({ key: keyOf(name, `${part}-red`, `${account}\n${network}`), max: perAccountAndAddress })
		counts.push({ key: keyOf(name, part, account), max: perAccount })
	}
	return counts.flatMap(({ key, max }) => (max === undefined ? [] : [{ key, max: max * scale }]))
}

/** The 429 of a call over its limit, with the end of the window. */
function tooMany(name: LimitName, until: Date, now: Date): FailureAnswer {
	const retry_after = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
	const rule: LimitRule = limitRules[name]
	const text = `Demasiados intentos. Prueba de nuevo en ${waitText(retry_after)}${rule.orElse ?? ''}.`
	return new FailureAnswer(fail('demasiadas_solicitudes', { text, extra: { retry_after } }))
}

interface Counting {
	readonly scale: number
	readonly clock: Clock
	readonly memory: Counters
	readonly shared: Counters
}

/** Counts one call for one limit, whatever its result. Throws the 429 above a maximum. */
async function take(counting: Counting, name: LimitName, request: FastifyRequest, options: LimitOptions) {
	const { scale, clock } = counting
	const rule: LimitRule = limitRules[name]
	const counters = rule.shared ? counting.shared : counting.memory
	const counts = countsOf(name, scale, request, options)
	const now = clock.now()
	const keys = counts.map((count) => count.key)
	const states = await counters.take(keys, rule.windowSeconds, now)
	const over = counts.filter((count) => (states.get(count.key)?.count ?? 0) > count.max)
	if (over.length === 0) return
	const until = new Date(Math.max(...over.map((count) => states.get(count.key)?.until.getTime() ?? 0)))
	throw tooMany(name, until, now)
}

/** Creates the limits of one process. `scale` multiplies every maximum, for tests. */
export function rateLimits(deps: { db: Database; clock: Clock; scale?: number | undefined }): RateLimits {
	const { db, clock, scale = 1 } = deps
	const shared = createSharedCounters(db)
	const counting: Counting = { scale, clock, shared, memory: createMemoryCounters() }

	function limit(name: LimitName, options: LimitOptions = {}): Hook {
		return async (request) => {
			if (options.when?.(request) !== false) await take(counting, name, request, options)
		}
	}

	return {
		limit,
		limitAll(app) {
			const countArrival = limit('por_defecto')
			app.addHook('onRoute', (route) => {
				if (route.url.startsWith('/api/')) route.onRequest = [countArrival, ...[route.onRequest ?? []].flat()]
			})
		},
		async clear(names, account) {
			await shared.clear(names.flatMap((name) => parts.map((part) => keyOf(name, part, normalized(account)))))
		},
	}
}

/** Counts calls in windows that start at the first call. */
export interface Counters {
	/** Adds `by`, one by default, to each key. Returns each count and the end of its window. */
	take(
		keys: readonly string[],
		windowSeconds: number,
		now: Date,
		by?: number,
	): Promise<Map<string, { count: number; until: Date }>>
}

export interface SharedCounters extends Counters {
	/** Deletes the counts of the keys. */
	clear(keys: string[]): Promise<void>
}

const sweepSeconds = 600

/** Counters in the database, one statement per call, exact for any number of processes. */
export function createSharedCounters(db: Database): SharedCounters {
	let sweptAt = 0

	async function sweep(now: Date): Promise<void> {
		if (now.getTime() - sweptAt < sweepSeconds * 1000) return
		sweptAt = now.getTime()
		// Rows that a call is counting in are left for the next sweep: waiting for them could deadlock.
		const ended = db.select({ clave: limites.clave }).from(limites).where(lt(limites.hasta, now))
		await db.delete(limites).where(inArray(limites.clave, ended.for('update', { skipLocked: true })))
	}

	return {
		async take(keys, windowSeconds, now, by = 1) {
			if (keys.length === 0) return new Map()
			await sweep(now)
			const hasta = new Date(now.getTime() + windowSeconds * 1000)
			const isOver = sql`${limites.hasta} <= ${now.toISOString()}::timestamptz`
			// Sorted, so that two calls cannot deadlock on each other's rows.
			const rows = await db
				.insert(limites)
				.values([...keys].sort().map((clave) => ({ clave, cuenta: by, hasta })))
				.onConflictDoUpdate({
					target: limites.clave,
					set: {
						cuenta: sql`case when ${isOver} then excluded.cuenta else ${limites.cuenta} + excluded.cuenta end`,
						hasta: sql`case when ${isOver} then excluded.hasta else ${limites.hasta} end`,
					},
				})
				.returning()
			return new Map(rows.map((row) => [row.clave, { count: row.cuenta, until: row.hasta }]))
		},
		async clear(keys) {
			await db.delete(limites).where(inArray(limites.clave, keys))
		},
	}
}

const maxCounters = 50_000

/** Counters in this process's memory. The oldest are evicted at the limit: an attack must not fill the memory. */
export function createMemoryCounters(): Counters {
	const counters = new Map<string, { count: number; until: Date }>()
	return {
		async take(keys, windowSeconds, now, by = 1) {
			const taken = new Map<string, { count: number; until: Date }>()
			for (const key of keys) {
				const known = counters.get(key)
				const isLiving = known !== undefined && known.until > now
				const until = isLiving ? known.until : new Date(now.getTime() + windowSeconds * 1000)
				const counter = { count: isLiving ? known.count + by : by, until }
				// A restarted counter moves to the end, so that the first ones are the oldest.
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

/** A share of the queue: at most `maxWaiting` calls with this key wait at once. */
interface QueueShare {
	readonly key: string
	readonly maxWaiting: number
}

export interface QueueOptions {
	/** E.g. the account, the address and the wider network: who has few others beside it in its shares goes first. */
	readonly shares?: readonly QueueShare[]
	/** May wait in the places set aside. */
	readonly isKnown?: boolean
	/** Aborted when the caller disconnects: its place in the queue is free at once. */
	readonly signal?: AbortSignal | undefined
}

/** Runs `work` in its turn. Throws the queue's failure when the queue, or a share of it, is full. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, options?: QueueOptions) => Promise<T>

interface ConcurrencyRules {
	readonly atOnce: number
	readonly maxWaiting: number
	/** Of `maxWaiting`, the places set aside for known callers. They get every second turn. */
	readonly setAside?: number
	readonly refusal?: () => Failure
}

interface Waiter {
	readonly shares: readonly QueueShare[]
	readonly isSetAside: boolean
	readonly start: () => void
	readonly leave: () => void
}

const countIn = ({ key }: QueueShare, waiting: ReadonlySet<Waiter>) =>
	[...waiting].filter(({ shares }) => shares.some((share) => share.key === key)).length

/**
 * Creates a queue: `atOnce` calls run, at most `maxWaiting` wait. The next turn goes to the caller with the fewest others
 * in its shares, then by arrival. When all places are taken, such a caller gets that of the newest in the fullest shares.
 * A place is released in `finally`.
 */
export function createConcurrencyLimit(rules: ConcurrencyRules): ConcurrencyLimit {
	const { atOnce, maxWaiting, setAside = 0, refusal } = rules
	let running = 0
	let isTurnOfKnown = true
	const waiting = new Set<Waiter>()
	const refuse = () => new FailureAnswer(refusal?.() ?? fail('servicio_ocupado'))

	const crowdOf = (shares: readonly QueueShare[]) => shares.reduce((sum, share) => sum + countIn(share, waiting), 0)
	const waitingOn = (isSetAside: boolean) => [...waiting].filter((one) => one.isSetAside === isSetAside)

	/** Whether there is a place for a call with these shares, after the newest of fuller shares has left if need be. */
	function hasPlace(shares: readonly QueueShare[]): boolean {
		const others = waitingOn(false)
		if (others.length < maxWaiting - setAside) return true
		const [fullest] = others.toReversed().sort((a, b) => crowdOf(b.shares) - crowdOf(a.shares))
		if (!fullest || crowdOf(fullest.shares) - fullest.shares.length <= crowdOf(shares)) return false
		fullest.leave()
		return true
	}

	async function waitForTurn({ shares = [], isKnown, signal }: QueueOptions): Promise<void> {
		if (signal?.aborted || shares.some((share) => countIn(share, waiting) >= share.maxWaiting)) throw refuse()
		const isSetAside = isKnown === true && waitingOn(true).length < setAside
		if (!isSetAside && !hasPlace(shares)) throw refuse()
		const { promise, resolve, reject } = Promise.withResolvers<void>()
		const leave = () => {
			if (waiting.delete(waiter)) reject(refuse())
		}
		const waiter: Waiter = { shares, isSetAside, start: resolve, leave }
		waiting.add(waiter)
		signal?.addEventListener('abort', leave, { once: true })
		try {
			await promise
		} finally {
			signal?.removeEventListener('abort', leave)
		}
	}

	function takeNext(): Waiter | undefined {
		const ofTurn = waitingOn(isTurnOfKnown)
		const candidates = ofTurn.length > 0 ? ofTurn : [...waiting]
		isTurnOfKnown = !isTurnOfKnown
		const [next] = candidates.sort((a, b) => crowdOf(a.shares) - crowdOf(b.shares))
		if (next) waiting.delete(next)
		return next
	}

	return async (work, options = {}) => {
		if (running < atOnce) running += 1
		else await waitForTurn(options)
		try {
			return await work()
		} finally {
			const next = takeNext()
			// The next call takes over this place, so `running` does not change.
			if (next) next.start()
			else running -= 1
		}
	}
}
