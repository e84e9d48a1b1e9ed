import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { fetchOutside, wasNeverSent } from '#core/server/platform/fetch-outside.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import type { NoAnswer, RateLimited } from '#modules/tax-documents/server/tax-documents-port.ts'

export interface OpenfacturaCalls {
	readonly apiKey: string
	/** Ends in `/v2/dte`. */
	readonly apiUrl: string
	readonly pace: CallPace
	readonly fetch?: typeof globalThis.fetch | undefined
	/** Milliseconds for the whole answer. */
	readonly timeoutMs?: number | undefined
	readonly onKey?: ReportKey | undefined
}

/** An answer about the sent document: 2xx, or a 4xx about the call itself. */
export interface Answer {
	readonly kind: 'answer'
	readonly status: number
	readonly body: unknown
}

/** The provider's error, in either of its two forms. */
export interface ProviderError {
	/** `OF-10`; empty without one. */
	readonly code: string
	readonly message: string
	readonly details: readonly { readonly field: string; readonly issue: string }[]
}

const defaultTimeoutMs = 20_000

export const unknown = (reason: string, didNothing = false): NoAnswer => ({ kind: 'unknown', didNothing, reason })

/** Makes one call. Never throws: a failed call returns whether it may have done something. */
export async function callOpenfactura(
	{ apiKey, apiUrl, pace, fetch: send = fetchOutside, timeoutMs = defaultTimeoutMs, onKey }: OpenfacturaCalls,
	path: string,
	init: { readonly method?: 'POST'; readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer | NoAnswer | RateLimited> {
	const wait = await pace.turn()
	if (wait) return { kind: 'rate_limited', ...wait }
	const { host } = new URL(apiUrl)
	try {
		const response = await send(`${apiUrl}${path}`, {
			...init,
			headers: { ...init.headers, apikey: apiKey },
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		})
		const body = parseJson(await response.text())
		const refusal = refusalOfShop(response.status, host)
		if (refusal) onKey?.(refusal)
		else if (response.ok) onKey?.(undefined)
		return refusal ? unknown(refusal, true) : readAnswer(response, body, host)
	} catch (error) {
		return unknown(`no answer from ${host}: ${error instanceof Error ? error.name : 'unknown'}`, wasNeverSent(error))
	}
}

function readAnswer({ status, headers }: Response, body: unknown, host: string): Answer | NoAnswer | RateLimited {
	if (status === 429) return rateLimited(headers.get('retry-after'), body)
	if (status === 408 || status >= 500) return unknown(`${host} answered ${status}`)
	return { kind: 'answer', status, body }
}

/** Why no call of the shop can succeed; undefined for an answer about this call. */
function refusalOfShop(status: number, host: string): string | undefined {
	if (status === 401 || status === 403) return `${host} does not accept the key (${status})`
	// No such call there: the address is not the provider's.
	return status === 404 || status === 405 ? `${host} knows no such call (${status})` : undefined
}

const limitedSchema = z.object({ message: z.string() })

/** The seconds until a retry are in the header, in the text, or missing. */
function rateLimited(header: string | null, body: unknown): RateLimited {
	const text = limitedSchema.safeParse(body).data?.message ?? ''
	const seconds = /^\d+$/.test(header ?? '') ? header : /in (\d+) seconds/.exec(text)?.[1]
	return { kind: 'rate_limited', ...(seconds ? { retryAfterSeconds: Number(seconds) } : {}) }
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		// A page, or nothing at all: the reader of the answer reports it as invalid.
		return undefined
	}
}

const textSchema = z.coerce.string()
const listSchema = z.array(z.object({ field: textSchema, issue: textSchema })).catch([])
const fieldsSchema = z.record(z.string(), textSchema).catch({})
const errorSchema = z.object({
	code: z.string().catch(''),
	message: z.string().catch(''),
	details: z.unknown().optional(),
})
const envelopeSchema = z.object({ error: errorSchema })

/** The error of an answer, inside `error` with a list of details or bare with an object of them. */
export function errorOf({ status, body }: Answer): ProviderError {
	const { code, message, details } = envelopeSchema.safeParse(body).data?.error ??
		errorSchema.safeParse(body).data ?? { code: '', message: '', details: undefined }
	const fields = Array.isArray(details)
		? listSchema.parse(details)
		: Object.entries(fieldsSchema.parse(details)).map(([field, issue]) => ({ field, issue }))
	return { code, message: message || `HTTP ${status}`, details: fields }
}

interface CallPace {
	/** Waits for a turn. Returns the seconds until a retry when the wait is too long. */
	turn(): Promise<{ readonly retryAfterSeconds: number } | undefined>
}

interface PaceOptions {
	/** Calls that may start within one second; 0: unlimited. */
	readonly perSecond: number
	readonly perMinute: number
	/** Maximum wait of a call for its turn. Milliseconds. */
	readonly maxWaitMs?: number
	readonly elapsed?: () => number
	readonly sleep?: (ms: number) => Promise<unknown>
}

/** Calls arrive closer together than they were sent, so a second is measured longer. */
const margin = 1.1

/** Spaces the calls of this process, so that a provider with a rate limit rejects none. Measures real time. */
export function createCallPace(options: PaceOptions): CallPace {
	const { perSecond, perMinute, maxWaitMs = 5_000, elapsed = () => performance.now(), sleep = wait } = options
	/** Start times of the last calls, in order. */
	let turns: number[] = []

	/** The time from which at most `most` calls fall into `ms`. */
	const freeAfter = (most: number, ms: number) => {
		const before = turns.at(-most)
		return most > 0 && before !== undefined ? before + ms * margin : 0
	}

	return {
		async turn() {
			if (perSecond === 0) return undefined
			const now = elapsed()
			const at = Math.max(now, freeAfter(perSecond, 1_000), freeAfter(perMinute, 60_000))
			if (at - now > maxWaitMs) return { retryAfterSeconds: Math.ceil((at - now) / 1_000) }
			turns = [...turns, at].slice(-Math.max(perSecond, perMinute))
			if (at > now) await sleep(at - now)
			return undefined
		},
	}
}
