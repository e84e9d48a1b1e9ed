import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/failure.ts'
import { waitText } from '#domain/wait-text.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import { createMemoryCounters } from '#server/http/memory-counters.ts'
import { networksOf } from '#server/http/network-of.ts'
import { createRefusedKeys } from '#server/http/refused-keys.ts'
import { type Counters, createSharedCounters } from '#server/http/shared-counters.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import type { Clock } from '#server/platform/clock.ts'

/** How often something may be asked for within `windowSeconds`. */
interface LimitRule {
	readonly windowSeconds: number
	/** Calls from one network address (of IPv6 one /64; its /56 and /48 have two and four times as many), whoever they are about. */
	readonly perAddress?: number
	/** Calls about one account from one address, or one of those networks. */
	readonly perAccountAndAddress?: number
	/** Calls about one account, or one order, from anywhere, so that many addresses give nobody more guesses. */
	readonly perAccount?: number
	/**
	 * Calls about one account from one browser that logged in to it before. Such a browser is counted by this alone: whatever
	 * strangers do, and from whichever address, they cannot keep the owner out.
	 */
	readonly perDevice?: number
	/** What a refusal says after how long to wait, where there is another way. */
	readonly orElse?: string
	/** Counted in the database, so that it holds for all processes together; else in this process's memory. */
	readonly shared: boolean
}

/** Who chooses a new password by mail is known from then on in that browser, and no longer counted with strangers. */
const loginOrElse = ', o elige otra contraseña con «¿Olvidaste tu clave?»'

/**
 * Every limit of the shop. Many customers share one address (mobile networks, offices), so what is counted by address alone
 * is generous; what guards one account is counted for that account and that address together.
 */
export const limitRules = {
	// Only failed logins stay counted: a right password gives its count back.
	login: {
		windowSeconds: 900,
		perAddress: 200,
		perAccountAndAddress: 10,
		perAccount: 30,
		perDevice: 10,
		orElse: loginOrElse,
		shared: true,
	},
	login_dia: { windowSeconds: 86_400, perAccount: 100, perDevice: 50, orElse: loginOrElse, shared: true },
	login_google: { windowSeconds: 900, perAddress: 200, shared: true },
	registro: { windowSeconds: 900, perAddress: 200, shared: true },
	refresh: { windowSeconds: 60, perAddress: 600, shared: false },
	recuperar: { windowSeconds: 3600, perAddress: 100, perAccountAndAddress: 10, shared: true },
	recuperar_confirmar: { windowSeconds: 900, perAddress: 120, shared: true },
	// Asking for the password again, by who is logged in already.
	clave_otra_vez: { windowSeconds: 900, perAccount: 10, perDevice: 10, shared: true },
	// Guesses at the six digits of a second factor, three of a million of which are right. Right ones give their count back.
	segundo_factor: { windowSeconds: 900, perAddress: 200, perAccount: 10, shared: true },
	perfil: { windowSeconds: 60, perAccountAndAddress: 120, shared: false },
	descargar_datos: { windowSeconds: 3600, perAccountAndAddress: 20, shared: true },
	// Orders that were placed give their count back, so this only slows a flood of refused ones: each process counts its own.
	crear_orden: { windowSeconds: 600, perAddress: 1200, perAccountAndAddress: 120, shared: false },
	// Only wrong codes stay counted.
	cupon: { windowSeconds: 600, perAddress: 100, perAccountAndAddress: 20, shared: true },
	comprobante: { windowSeconds: 600, perAddress: 60, shared: true },
	// An order takes five proofs; the rest is for pictures that could not be read.
	comprobante_orden: { windowSeconds: 3600, perAccount: 20, shared: true },
	comprobante_cuenta: { windowSeconds: 3600, perAccount: 30, shared: true },
	seguimiento: { windowSeconds: 60, perAddress: 240, shared: false },
	// A whole address asks about 15 times while it is typed; with Google each of these three has its price.
	sugerencias: { windowSeconds: 60, perAddress: 480, shared: false },
	cotizacion: { windowSeconds: 60, perAddress: 180, shared: false },
	mapa: { windowSeconds: 60, perAddress: 240, shared: false },
	// Told twice at most while a page is open: who tells more makes numbers up.
	pasos: { windowSeconds: 60, perAddress: 60, shared: false },
	// The page asks 12 times in the minute after a payment that its gateway has not decided; each may be a question to that.
	estado_pago: { windowSeconds: 60, perAddress: 240, shared: false },
	webhooks: { windowSeconds: 60, perAddress: 3000, shared: false },
	// Unsigned notifications of what the shop does not know: each costs a question to the gateway, real ones wait behind it.
	avisos_desconocidos: { windowSeconds: 60, perAddress: 60, shared: false },
	// Every call under /api that has no limit of its own.
	por_defecto: { windowSeconds: 60, perAddress: 12_000, shared: false },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules

export interface LimitOptions {
	/** The e-mail of the account that the call is about; undefined when it tells none. */
	readonly account?: (request: FastifyRequest) => string | undefined
	/** Counts only the calls for which this is true. */
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

/**
 * Makes the limits of one process. `scale` multiplies every maximum; tests raise it where limits are not what they are about.
 * `devices` tells the browsers that an account knows.
 */
export function rateLimits(deps: {
	db: Database
	clock: Clock
	scale?: number | undefined
	devices?: KnownDevices
}): RateLimits {
	const { db, clock, scale = 1, devices } = deps
	const memory = createMemoryCounters()
	const shared = createSharedCounters(db)
	const refused = createRefusedKeys()
	/** The hooks that count, to tell them from others. */
	const limiting = new WeakSet<object>()
	const taken = new WeakMap<FastifyRequest, { name: LimitName; counters: Counters; keys: string[] }[]>()

	function limit(name: LimitName, options: LimitOptions = {}): Hook {
		const rule: LimitRule = limitRules[name]
		const counters = rule.shared ? shared : memory
		const hook: Hook = async (request) => {
			if (options.when && !options.when(request)) return
			const account = options.account?.(request)?.trim().toLowerCase()
			const device = account === undefined ? undefined : devices?.nameOf(request, account)
			const counts = countsOf(name, scale, { ip: request.ip, account, device })
			const now = clock.now()
			const keys = counts.map((count) => count.key)
			const again = refused.untilOf(keys, now)
			if (again) throw tooMany(name, again, now)
			const states = await counters.take(keys, rule.windowSeconds, now)
			taken.set(request, [...(taken.get(request) ?? []), { name, counters, keys }])
			const over = counts.filter((count) => (states.get(count.key)?.count ?? 0) > count.max)
			if (over.length === 0) return
			const until = new Date(Math.max(...over.map((count) => states.get(count.key)?.until.getTime() ?? 0)))
			for (const { key } of over) refused.remember(key, until, now)
			throw tooMany(name, until, now)
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
