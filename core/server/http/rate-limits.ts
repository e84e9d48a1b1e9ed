import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { type LimitName, type LimitRule, limitRules } from '#core/contract/limit-rules.ts'
import { waitText } from '#core/rules/wait-text.ts'
import type { Database } from '#core/server/db/database.ts'
import { type Counters, createMemoryCounters, createSharedCounters } from '#core/server/http/counters.ts'
import { networkOf } from '#core/server/http/network-of.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import type { Clock } from '#core/server/platform/clock.ts'

export interface LimitOptions {
	/** The e-mail of the call's account; undefined when there is none. */
	readonly account?: (request: FastifyRequest) => string | undefined
	readonly when?: (request: FastifyRequest) => boolean
}

/** For calls behind the guard: counted by the caller's account. */
export const byAccount: LimitOptions = { account: (request) => request.usuario.email }

type Hook = (request: FastifyRequest) => Promise<void>

export interface RateLimits {
	/** A `preHandler` that counts the call, or ends it with 429 and `Retry-After`. */
	limit(name: LimitName, options?: LimitOptions): Hook
	/** Adds `por_defecto` to every call under /api without a limit of its own. Call it before any route is added. */
	limitTheRest(app: FastifyInstance): void
	/** Deletes the counts of an account over all addresses, because its owner has proved to read its mail. */
	clear(names: readonly LimitName[], account: string): Promise<void>
}

const keyOf = (name: LimitName, part: string, value: string) =>
	`${name}:${part}:${createHash('sha256').update(value).digest('base64url').slice(0, 27)}`

interface Count {
	readonly key: string
	readonly max: number
}

const accountKey = (name: LimitName, account: string) => keyOf(name, 'cuenta', account)

const normalized = (account: string | undefined) => account?.trim().toLowerCase()

function countsOf(name: LimitName, scale: number, ip: string, account: string | undefined): Count[] {
	const { perAddress, perAccountAndAddress, perAccount }: LimitRule = limitRules[name]
	const network = networkOf(ip)
	const counts: { key: string; max: number | undefined }[] = [{ key: keyOf(name, 'red', network), max: perAddress }]
	if (account !== undefined) {
		counts.push({ key: keyOf(name, 'cuenta-red', `${account}\n${network}`), max: perAccountAndAddress })
		counts.push({ key: accountKey(name, account), max: perAccount })
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
	const counts = countsOf(name, scale, request.ip, normalized(options.account?.(request)))
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
	/** The counting hooks, to distinguish them from others. */
	const limiting = new WeakSet<object>()

	function limit(name: LimitName, options: LimitOptions = {}): Hook {
		const hook: Hook = async (request) => {
			if (options.when?.(request) !== false) await take(counting, name, request, options)
		}
		limiting.add(hook)
		return hook
	}

	return {
		limit,
		limitTheRest(app) {
			const fallback = limit('por_defecto')
			app.addHook('onRoute', (route) => {
				const hooks = [route.preHandler ?? []].flat()
				if (!route.url.startsWith('/api/') || hooks.some((hook) => limiting.has(hook))) return
				// Before the body is read: the body of a call over its limit is not read.
				route.onRequest = [fallback, ...[route.onRequest ?? []].flat()]
			})
		},
		async clear(names, account) {
			await shared.clear(names.map((name) => accountKey(name, normalized(account) ?? '')))
		},
	}
}
