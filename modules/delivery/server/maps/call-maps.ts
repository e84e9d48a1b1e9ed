import { z } from 'zod'
import { dayIn } from '#core/rules/times.ts'
import type { Database } from '#core/server/db/database.ts'
import { createSharedCounters } from '#core/server/http/limits.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import {
	MapsBudgetSpent,
	MapsKeyRefused,
	type MapsProvider,
	type MapsProviderName,
	MapsUnavailable,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'

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
	/** Receives the paid provider's answers. */
	readonly onKey?: ReportKey | undefined
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
	readonly onKey?: ReportKey | undefined
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
	if (response.ok) {
		options.onKey?.(undefined)
		return response
	}
	const reason = await refusedKeyReason(response)
	if (reason) {
		options.onKey?.(reason)
		throw new MapsKeyRefused(`${url.host} does not accept the key: ${reason}`, reason)
	}
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
	if (response.status === 429) return undefined
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

const daySeconds = 24 * 3600

/** Calls to a paid map service per day of Santiago, counted over all processes. */
interface DailyBudget {
	/** Counts one call. Throws MapsBudgetSpent once the day's calls are used up. */
	spend(): Promise<void>
	/** Counts several calls, or none and throws MapsBudgetSpent when fewer are left. */
	spendAll(calls: number): Promise<void>
	/** Whether the day has a call left; counts nothing. */
	hasLeft(): Promise<boolean>
}

/** The shares of a day: anonymous suggestions cannot use up the calls of quotes and distances. */
export interface MapsBudget {
	readonly sugerencias: DailyBudget
	readonly despacho: DailyBudget
}

interface BudgetOptions {
	readonly db: Database
	readonly clock: Clock
	readonly calls: number
	/** Called once per day and share, by the first call without budget; `day` is YYYY-MM-DD. */
	readonly onUsedUp: (day: string) => Promise<void>
}

/** A third of the day's calls for suggestions and map pictures, the rest for quotes, distances and rounds. */
export function createMapsBudget(options: BudgetOptions): MapsBudget {
	const sugerencias = Math.floor(options.calls / 3)
	return {
		sugerencias: createDailyBudget({ ...options, calls: sugerencias, share: 'sugerencias' }),
		despacho: createDailyBudget({ ...options, calls: options.calls - sugerencias, share: 'despacho' }),
	}
}

/** One share of a day's calls. */
export function createDailyBudget(options: BudgetOptions & { readonly share: keyof MapsBudget }): DailyBudget {
	const { db, clock, calls, share, onUsedUp } = options
	const counters = createSharedCounters(db)
	let usedUpOn = ''
	// Longer than a day with a clock change; the day itself is in the key.
	const take = async (now: Date, by: number) => {
		const key = `mapas:${share}:${dayIn(now)}`
		return (await counters.take([key], 2 * daySeconds, now, by)).get(key)?.count ?? 0
	}
	return {
		async spend() {
			const now = clock.now()
			const day = dayIn(now)
			if (usedUpOn !== day) {
				const count = await take(now, 1)
				if (count <= calls) return
				usedUpOn = day
				if (count === calls + 1) await onUsedUp(day)
			}
			throw new MapsBudgetSpent(`the ${calls} calls of ${day} for ${share} are used up`)
		},
		async spendAll(wanted) {
			const now = clock.now()
			// Read before counting, to leave the rest to customers. Two parallel calls may exceed the day by one of them.
			if ((await take(now, 0)) + wanted > calls)
				throw new MapsBudgetSpent(`of the ${calls} calls of the day for ${share} fewer than ${wanted} are left`)
			await take(now, wanted)
		},
		async hasLeft() {
			const now = clock.now()
			return usedUpOn !== dayIn(now) && (await take(now, 0)) < calls
		},
	}
}

interface PaidMaps {
	/** Opens the paid provider with a share of the budget. */
	readonly open: (share: keyof MapsBudget) => MapsProvider
	readonly budget: MapsBudget
	/** The maps used when a share is spent. */
	readonly own: MapsProvider
	/** Whether an id is the paid provider's. */
	readonly isTheirs: (placeId: string) => boolean
}

/** A paid provider within its day's budget: the shop's own maps suggest, place and measure once a share is spent. */
export function createMapsWithinBudget({ open, budget, own, isTheirs }: PaidMaps): MapsProvider {
	const [typing, paid] = [open('sugerencias'), open('despacho')]
	return {
		...paid,
		async suggest(text, session) {
			// An id of the paid provider could not be placed any more.
			if (!(await budget.despacho.hasLeft())) return await own.suggest(text, session)
			return await unlessSpent(
				() => typing.suggest(text, session),
				() => own.suggest(text, session),
			)
		},
		async place(placeId, session, houseNumber) {
			if (!isTheirs(placeId)) return await own.place(placeId, session, houseNumber)
			return await unlessSpent(
				() => paid.place(placeId, session, houseNumber),
				async () => undefined,
			)
		},
		locate: (direccion) =>
			unlessSpent(
				() => paid.locate(direccion),
				() => own.locate(direccion),
			),
		drivingDistance: (place) =>
			unlessSpent(
				() => paid.drivingDistance(place),
				() => own.drivingDistance(place),
			),
		drawMap: (view) => (view.route ? paid : typing).drawMap(view),
	}
}

async function unlessSpent<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
	try {
		return await ask()
	} catch (error) {
		if (!(error instanceof MapsBudgetSpent)) throw error
		return await instead()
	}
}
