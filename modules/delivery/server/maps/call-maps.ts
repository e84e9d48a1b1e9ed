import { z } from 'zod'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import {
	MapsKeyRefused,
	type MapsProvider,
	type MapsProviderName,
	MapsUnavailable,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'
import type { DailyBudget, MapsBudget } from '#modules/delivery/server/maps/maps-budget.ts'

export interface MapsConfig {
	readonly provider: MapsProviderName
	readonly shop: Position
	readonly googleMapsKey?: string | undefined
	/** One base address instead of Google's hosts, for the simulator. */
	readonly googleMapsUrl?: string | undefined
	readonly photonUrl?: string | undefined
	readonly osrmUrl?: string | undefined
	readonly timeoutMs?: number | undefined
	/** The daily budget of calls to Google; undefined counts none. */
	readonly budget?: MapsBudget | undefined
}

/** Opens a maps provider. Throws, naming the variable, when one of its settings is missing. */
export type OpenMaps = (config: MapsConfig) => MapsProvider

/** Returns a setting that the chosen provider needs. */
export function neededBy(provider: MapsProviderName, value: string | undefined, variable: string): string {
	if (!value) throw new Error(`${variable} is missing: MAPS_PROVIDER=${provider} needs it`)
	return value
}

/** Options of calls to map services; tests set a shorter timeout. */
export interface CallMapsOptions {
	readonly timeoutMs?: number | undefined
	/** The day's call budget, for paid services. */
	readonly budget?: DailyBudget | undefined
}

/** Three look-ups fit in the timeout of a quote only when none takes longer. */
const defaultTimeoutMs = 3_500

/**
 * Calls a map service. A status in `absent` returns undefined; other failures throw MapsUnavailable, without the
 * address, which contains keys and typed text.
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

/** A list that skips invalid entries: one must not spoil the others. */
export const readable = <T>(entry: z.ZodType<T>) =>
	z.array(z.unknown()).transform((entries) =>
		entries.flatMap((one): T[] => {
			const read = entry.safeParse(one)
			return read.success ? [read.data] : []
		}),
	)

/** The error form of Google's APIs. */
const errorAnswer = z.object({
	error: z.object({ details: readable(z.object({ reason: z.string(), domain: z.literal('googleapis.com') })) }),
})

/** Google's reason for a rejected key, sent with 400 or 403; undefined for any other answer. */
async function refusedKeyReason(response: Response): Promise<string | undefined> {
	try {
		const text = await response.text()
		const answer: unknown = JSON.parse(text)
		// A streamed answer has its error in a list.
		return errorAnswer.safeParse(Array.isArray(answer) ? answer[0] : answer).data?.error.details[0]?.reason
	} catch {
		// No JSON, or a truncated answer: only its status is known.
		return undefined
	}
}

/** Parses a JSON answer with `schema`. Throws MapsUnavailable for an invalid one. */
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
