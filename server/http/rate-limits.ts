import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/failure.ts'
import { waitText } from '#domain/wait-text.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import { type LimitName, type LimitRule, limitRules } from '#server/http/limit-rules.ts'
import { createMemoryCounters } from '#server/http/memory-counters.ts'
import { networksOf } from '#server/http/network-of.ts'
import { createRecentRefusals, type RecentRefusals } from '#server/http/recent-refusals.ts'
import { type Counters, createSharedCounters } from '#server/http/shared-counters.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import type { Clock } from '#server/platform/clock.ts'

export interface LimitOptions {
	/** The e-mail of the account that the call is about; undefined when it tells none. */
	readonly account?: (request: FastifyRequest) => string | undefined
	readonly when?: (request: FastifyRequest) => boolean
}

/** For calls behind the guard: counted for the account that makes them. */
export const byAccount: LimitOptions = { account: (request) => request.usuario.email }

type Hook = (request: FastifyRequest) => Promise<void>

export interface RateLimits {
	/** A `preHandler` that counts the call, or ends it with 429 and `Retry-After`. */
	limit(name: LimitName, options?: LimitOptions): Hook
	/** Puts `por_defecto` before every call under /api that has no limit of its own. To be called before any route is added. */
	limitTheRest(app: FastifyInstance): void
	/** Gives back what this request was counted for, by every rule or by `only` one, because it turned out to be no abuse. */
	forgive(request: FastifyRequest, only?: LimitName): Promise<void>
}

const keyOf = (name: LimitName, part: string, value: string) =>
	`${name}:${part}:${createHash('sha256').update(value).digest('base64url').slice(0, 27)}`

interface Count {
	readonly key: string
	readonly max: number
}

/** Who calls: from which address, about which account, and the name of the browser where that account knows it. */
interface Caller {
	readonly ip: string
	readonly account: string | undefined
	readonly device: string | undefined
}

function countsOf(name: LimitName, scale: number, { ip, account, device }: Caller): Count[] {
	const rule: LimitRule = limitRules[name]
	const counts: Count[] = []
	const add = (part: string, value: string, max: number | undefined) => {
		if (max !== undefined) counts.push({ key: keyOf(name, part, value), max: max * scale })
	}
	if (device !== undefined && rule.perDevice !== undefined) {
		add('dispositivo', `${account}\n${device}`, rule.perDevice)
		return counts
	}
	for (const network of networksOf(ip)) {
		add('red', network.name, rule.perAddress && rule.perAddress * network.share)
		if (account === undefined) continue
		const max = rule.perAccountAndAddress && rule.perAccountAndAddress * network.share
		add('cuenta-red', `${account}\n${network.name}`, max)
	}
	if (account !== undefined) add('cuenta', account, rule.perAccount)
	return counts
}

/** The refusal of a call that came too often, with the moment to come back. */
function tooMany(name: LimitName, until: Date, now: Date): FailureAnswer {
	const retry_after = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
	const rule: LimitRule = limitRules[name]
	const text = `Demasiados intentos. Prueba de nuevo en ${waitText(retry_after)}${rule.orElse ?? ''}.`
	return new FailureAnswer(fail('demasiadas_solicitudes', { text, extra: { retry_after } }))
}

interface Counting {
	readonly scale: number
	readonly clock: Clock
	/** Tells the browsers that an account knows. */
	readonly devices: KnownDevices | undefined
	readonly memory: Counters
	readonly shared: Counters
	readonly refused: RecentRefusals
	/** What each request was counted for, to give it back. */
	readonly taken: WeakMap<FastifyRequest, { name: LimitName; counters: Counters; keys: string[] }[]>
}

/** Counts one call for one limit. Throws the refusal where a maximum is exceeded. */
async function take(counting: Counting, name: LimitName, request: FastifyRequest, options: LimitOptions) {
	const { scale, clock, devices, refused, taken } = counting
	const rule: LimitRule = limitRules[name]
	const counters = rule.shared ? counting.shared : counting.memory
	const account = options.account?.(request)?.trim().toLowerCase()
	const device = account === undefined ? undefined : devices?.nameOf(request, account)
	const counts = countsOf(name, scale, { ip: request.ip, account, device })
	const now = clock.now()
	const keys = counts.map((count) => count.key)
	const refusedUntil = refused.untilOf(keys, now)
	if (refusedUntil) throw tooMany(name, refusedUntil, now)
	const states = await counters.take(keys, rule.windowSeconds, now)
	taken.set(request, [...(taken.get(request) ?? []), { name, counters, keys }])
	const over = counts.filter((count) => (states.get(count.key)?.count ?? 0) > count.max)
	if (over.length === 0) return
	const until = new Date(Math.max(...over.map((count) => states.get(count.key)?.until.getTime() ?? 0)))
	for (const { key } of over) refused.remember(key, until, now)
	throw tooMany(name, until, now)
}

/** Makes the limits of one process. `scale` multiplies every maximum, for tests that are not about limits. */
export function rateLimits(deps: {
	db: Database
	clock: Clock
	scale?: number | undefined
	devices?: KnownDevices
}): RateLimits {
	const { db, clock, scale = 1, devices } = deps
	const stores = { memory: createMemoryCounters(), shared: createSharedCounters(db), refused: createRecentRefusals() }
	const counting: Counting = { scale, clock, devices, ...stores, taken: new WeakMap() }
	const { taken } = counting
	/** The hooks that count, to tell them from others. */
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
				// Before the body is read: who asks too much is not listened to.
				route.onRequest = [fallback, ...[route.onRequest ?? []].flat()]
			})
		},
		async forgive(request, only) {
			const counted = taken.get(request) ?? []
			const isForgiven = ({ name }: { name: LimitName }) => only === undefined || name === only
			taken.set(
				request,
				counted.filter((one) => !isForgiven(one)),
			)
			for (const { counters, keys } of counted.filter(isForgiven)) await counters.giveBack(keys)
		},
	}
}
