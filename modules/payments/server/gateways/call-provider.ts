import type { z } from 'zod'
import { fetchOutside, wasNeverSent } from '#core/server/platform/fetch-outside.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import { GatewayKeyRefused, GatewayRefused, GatewayUnavailable } from './gateway.ts'

/** Options of a provider's call: tests set another `fetch` or a shorter timeout. */
export interface CallOptions {
	readonly fetch?: typeof globalThis.fetch | undefined
	/** Milliseconds for the whole answer. */
	readonly timeoutMs?: number | undefined
	readonly onKey?: ReportKey | undefined
}

export interface ProviderAnswer {
	readonly status: number
	/** The JSON of the answer, or undefined without any. */
	readonly json: unknown
}

/** A shopper waits for the answer, so the timeout is ten seconds. */
const defaultTimeoutMs = 10_000

const isDenied = ({ status }: ProviderAnswer) => status === 401 || status === 403

/**
 * Makes one call. Throws GatewayUnavailable when unreachable, late, 408, 429 or 5xx, and GatewayKeyRefused where
 * `refusesKey`; without address and headers, which carry keys.
 */
export async function callProvider(
	url: URL,
	init: RequestInit,
	options: CallOptions,
	refusesKey: (answer: ProviderAnswer) => boolean = isDenied,
): Promise<ProviderAnswer> {
	const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
	let response: Response
	let text: string
	try {
		response = await (options.fetch ?? fetchOutside)(url, { ...init, redirect: 'error', signal })
		text = await response.text()
	} catch (cause) {
		const didNothing = wasNeverSent(cause)
		const name = cause instanceof Error ? cause.name : 'unknown'
		throw new GatewayUnavailable(`no answer from ${url.host}: ${name}`, { cause, didNothing })
	}
	const { status } = response
	if (status === 408 || status === 429 || status >= 500) {
		throw new GatewayUnavailable(`${url.host} answered ${status}`, { didNothing: status === 429 })
	}
	const answer = { status, json: parseJson(text) }
	if (refusesKey(answer)) {
		options.onKey?.(refusalOf(answer))
		throw new GatewayKeyRefused(refusalOf(answer))
	}
	if (response.ok) options.onKey?.(undefined)
	return answer
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		// A page instead of JSON: `readAnswer` distinguishes rubbish from a rejection by the status.
		return undefined
	}
}

/**
 * Parses a successful answer with `schema`. Throws GatewayRefused for 4xx and GatewayUnavailable for an invalid body.
 */
export function readAnswer<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
	if (answer.status >= 400) throw new GatewayRefused(refusalOf(answer))
	const parsed = schema.safeParse(answer.json)
	if (answer.status >= 300 || !parsed.success) {
		throw new GatewayUnavailable(`an answer ${answer.status} made no sense`, { hasAnswered: true })
	}
	return parsed.data
}

/** The provider's error message in any of its fields, shortened for a log. */
function refusalOf({ status, json }: ProviderAnswer): string {
	const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
	const words = ['code', 'error', 'message', 'error_message'].map((name) => body[name])
	const reported = words.filter((word) => typeof word === 'string' || typeof word === 'number')
	return [status, ...reported].join(' ').slice(0, 300)
}

/** Joins a base address, which may have a path of its own, and a path. */
export function providerUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
	const url = new URL(`${base.replace(/\/$/, '')}${path}`)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	return url
}
