import { z } from 'zod'
import { fetchOutside } from '#server/platform/fetch-outside.ts'
import type { DailyBudget } from './daily-budget.ts'
import { MapsKeyRefused, MapsUnavailable } from './maps.ts'

/** How map services are called; tests hand in a shorter breaker. */
export interface CallMapsOptions {
	readonly timeoutMs?: number | undefined
	/** How many calls a day may have, where each has its price. */
	readonly budget?: DailyBudget | undefined
}

/** Three look-ups fit in the breaker of a quote only when none takes longer. */
const defaultTimeoutMs = 3_500

/**
 * Calls a map service. A status in `absent` gives undefined; other failures throw MapsUnavailable, without the address, which
 * carries keys and what people typed.
 */
export async function callMaps(
	url: URL,
	init: RequestInit,
	options: CallMapsOptions & { readonly absent?: readonly number[] } = {},
): Promise<Response | undefined> {
	await options.budget?.spend()
	const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
	let response: Response
	try {
		response = await fetchOutside(url, { ...init, redirect: 'error', signal })
	} catch (cause) {
		throw new MapsUnavailable(`no answer from ${url.host}`, { cause })
	}
	if (response.ok) return response
	const reason = await refusedKeyReason(response)
	if (reason) throw new MapsKeyRefused(`${url.host} does not accept the key: ${reason}`, reason)
	if (options.absent?.includes(response.status)) return undefined
	throw new MapsUnavailable(`${url.host} answered ${response.status}`)
}

/** A list of which only what makes sense is read: one odd entry must not spoil what stands beside it. */
export const readable = <T>(entry: z.ZodType<T>) =>
	z.array(z.unknown()).transform((entries) =>
		entries.flatMap((one): T[] => {
			const read = entry.safeParse(one)
			return read.success ? [read.data] : []
		}),
	)

/** As Google's APIs tell of an error. */
const errorAnswer = z.object({
	error: z.object({ details: readable(z.object({ reason: z.string(), domain: z.literal('googleapis.com') })) }),
})

/** Why a call's key was refused, in Google's own word; undefined for any other answer. It says so with 400 as well as with 403. */
async function refusedKeyReason(response: Response): Promise<string | undefined> {
	try {
		const text = await response.text()
		const answer: unknown = JSON.parse(text)
		// What is answered as a stream has its error in a list.
		return errorAnswer.safeParse(Array.isArray(answer) ? answer[0] : answer).data?.error.details[0]?.reason
	} catch {
		// No JSON, or the answer broke off: then its status is all that is known of it.
		return undefined
	}
}

/** Reads a JSON answer as `schema` says. Throws MapsUnavailable for what makes no sense. */
export async function readMaps<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
	let json: unknown
	try {
		json = await response.json()
	} catch (cause) {
		throw new MapsUnavailable('an answer was no JSON', { cause })
	}
	const parsed = schema.safeParse(json)
	if (!parsed.success) throw new MapsUnavailable('an answer made no sense', { cause: parsed.error })
	return parsed.data
}
