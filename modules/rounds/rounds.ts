import { maxDepartureDays } from '#core/rules/limits.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { shopZone } from '#core/rules/times.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000
/** Planning may take a while after a departure was offered. */
const graceMs = quarterMs

/** The default departure of a round: a full quarter of an hour, at least a quarter from now. */
export const nextDeparture = (now: Date): Date =>
	new Date(Math.ceil((now.getTime() + quarterMs) / quarterMs) * quarterMs)

/** Whether a round can be planned for this departure: from now on, and within two weeks. */
export function canLeaveAt(leaves: Date, now: Date): boolean {
	const ahead = leaves.getTime() - now.getTime()
	return ahead >= -graceMs && ahead <= maxDepartureDays * dayMs
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
	timeZone: shopZone,
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
})

/** A time on the clocks of Santiago: `2026-11-25T15:30`. */
export const santiagoMinute = (moment: Date): string => wallClock.format(moment).replace(' ', 'T')

/**
 * The time of a minute on the clocks of Santiago (`2026-11-25T15:30`), the first of two; undefined for an invalid or
 * skipped one.
 */
export function momentInSantiago(minute: string): Date | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute)) return undefined
	const asUtc = Date.parse(`${minute}:00Z`)
	// Santiago is three hours behind UTC in summer and four in winter.
	const moments = [3, 4].map((hours) => new Date(asUtc + hours * 3_600_000))
	return moments.find((moment) => !Number.isNaN(moment.getTime()) && santiagoMinute(moment) === minute)
}

/** Maximum of stops per round: a day's work for one car. */
export const maxStops = 60

interface Units {
	readonly unidades: readonly { readonly color: string; readonly cantidad: number }[]
}

/** The units of each colour over some orders, the most first. */
export function packingList(orders: readonly Units[]): { color: string; cantidad: number }[] {
	const sums = new Map<string, number>()
	for (const { color, cantidad } of orders.flatMap(({ unidades }) => unidades))
		sums.set(color, (sums.get(color) ?? 0) + cantidad)
	return [...sums]
		.map(([color, cantidad]) => ({ color, cantidad }))
		.toSorted((one, other) => other.cantidad - one.cantidad || one.color.localeCompare(other.color))
}

/** The source of a round's driving times: a provider of maps, or straight lines. */
export const fuentesTiempos = ['embedded', 'google', 'osm', 'linea_recta'] as const
export type FuenteTiempos = (typeof fuentesTiempos)[number]

const texts: Readonly<Record<FuenteTiempos, string>> = {
	embedded: 'Por las calles del mapa incorporado, que no sabe de tráfico ni del sentido de las calles.',
	google: 'Según Google Maps, sin el tráfico de la hora.',
	osm: 'Por las calles de OpenStreetMap (OSRM), sin el tráfico de la hora.',
	linea_recta:
		'El mapa no contestó: orden y horas están estimados en línea recta. Son una guía, no una promesa exacta.',
}

/** How reliable the order and hours of a round are. `estimada`: at least one straight line. */
export function drivingSourceText({ fuente, estimada }: { fuente: FuenteTiempos; estimada: boolean }): string {
	return estimada && fuente !== 'linea_recta'
		? `${texts[fuente]} Donde no hay camino conocido, en línea recta.`
		: texts[fuente]
}

/** Formats a duration in seconds: `1 h 25 min`. */
export function durationText(seconds: number): string {
	const minutes = Math.round(seconds / 60)
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats the packed units: `2 Negro, 1 Rosado`. */
export const unitsText = (units: readonly { color: string; cantidad: number }[]): string =>
	units.map(({ color, cantidad }) => `${cantidad} ${color}`).join(', ')

/** Returns the address of the printable sheets of some orders, by number; `ronda`: the round of the back link. */
export function sheetsLink(numbers: readonly number[], ronda?: string): string {
	const query = panelQuery({ seccion: 'reparto' })
	if (ronda) query.set('ronda', ronda)
	query.set('hojas', numbers.join(','))
	return `?${query}`
}

/** CLP in cash collected at the doors of a round, without the change. */
export const collectedCash = (stops: readonly { readonly cobrado: number | null }[]): number =>
	stops.reduce((sum, { cobrado }) => sum + (cobrado ?? 0), 0)
