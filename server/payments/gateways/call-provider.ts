import type { z } from 'zod'
import { fetchOutside } from '#server/platform/fetch-outside.ts'
import { wasNeverSent } from '#server/platform/never-sent.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway.ts'

/** How a provider is called: tests hand in another `fetch` or a shorter breaker. */
export interface CallOptions {
	readonly fetch?: typeof globalThis.fetch | undefined
	/** Milliseconds until the whole answer must be there. */
	readonly timeoutMs?: number | undefined
}

export interface ProviderAnswer {
	readonly status: number
	/** The JSON that came, or undefined when there was none. */
	readonly json: unknown
}

/** A shopper waits for the answer, so a provider gets ten seconds. */
const defaultTimeoutMs = 10_000

/**
 * Makes one call. Throws GatewayUnavailable when it is not reached, too late, 408, 429 or 5xx; without address and headers,
 * which carry keys.
 */
export async function callProvider(url: URL, init: RequestInit, options: CallOptions): Promise<ProviderAnswer> {
	const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
	let response: Response
	let text: string
	try {
		response = await (options.fetch ?? fetchOutside)(url, { ...init, redirect: 'error', signal })
		text = await response.text()
	} catch (cause) {
		const didNothing = wasNeverSent(cause)
		throw new GatewayUnavailable(`no answer from ${url.host}: ${nameOf(cause)}`, { cause, didNothing })
	}
	const { status } = response
	if (status === 408 || status === 429 || status >= 500) {
		throw new GatewayUnavailable(`${url.host} answered ${status}`, { didNothing: status === 429 })
	}
	return { status, json: parseJson(text) }
}

function nameOf(cause: unknown): string {
	return cause instanceof Error ? cause.name : 'unknown'
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		// A page instead of JSON: `readAnswer` tells rubbish from a refusal by the status.
		return undefined
	}
}

/** Reads a successful answer as `schema` says. Throws GatewayRefused for 4xx and GatewayUnavailable for what makes no sense. */
export function readAnswer<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
	if (answer.status >= 400) throw new GatewayRefused(refusalOf(answer))
	const parsed = schema.safeParse(answer.json)
	if (answer.status >= 300 || !parsed.success) {
		throw new GatewayUnavailable(`an answer ${answer.status} made no sense`, { hasAnswered: true })
	}
	return parsed.data
}

/** The provider's own words for its refusal, whatever they are called, short enough for a log. */
function refusalOf({ status, json }: ProviderAnswer): string {
	const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
	const words = ['code', 'error', 'message', 'error_message'].map((name) => body[name])
	const reported = words.filter((word) => typeof word === 'string' || typeof word === 'number')
	return [status, ...reported].join(' ').slice(0, 300)
}

/** Joins a base address and a path; the base may have a path of its own. */
export function providerUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
	const url = new URL(`${base.replace(/\/$/, '')}${path}`)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	return url
}
