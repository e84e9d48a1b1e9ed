/** The bounding box of the Región Metropolitana, in degrees, which contains the shop and its deliveries. */
export const region = { south: -34.3, north: -32.9, west: -71.8, east: -69.7 } as const

interface Degrees {
	readonly lat: number
	readonly lng: number
}

export const isInRegion = ({ lat, lng }: Degrees): boolean =>
	lat > region.south && lat < region.north && lng > region.west && lng < region.east

/** A demo's position: beside Metro Baquedano. */
export const defaultShop: Degrees = { lat: -33.43722, lng: -70.63341 }

const pattern = /^(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)$/

/** A position in the format of maps, `-33.43722, -70.63341`; undefined for anything else and outside the region. */
export function readPosition(text: string | null): Degrees | undefined {
	const [, lat, lng] = (pattern.exec(text?.trim() ?? '') ?? []).map(Number)
	if (lat === undefined || lng === undefined) return undefined
	return isInRegion({ lat, lng }) ? { lat, lng } : undefined
}

/** A position as a text that `readPosition` reads. */
export const positionText = ({ lat, lng }: Degrees): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** The sentence for staff about an invalid position; undefined for a valid one. */
export function positionProblem(text: string): string | undefined {
	if (readPosition(text)) return undefined
	return pattern.test(text.trim())
		? 'Esa posición queda fuera de la Región Metropolitana.'
		: 'Escribe latitud y longitud, como -33.43722, -70.63341: en Google Maps, mantén el dedo sobre la tienda y cópialas.'
}

const dayNames = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'] as const
const dayPattern = /\b(dom|lun|mar|mie|jue|vie|sab)[a-z]*\b/g
const hour = String.raw`(\d{1,2})(?:[:.](\d{2}))?\s*(?:hrs?\.?|horas|h)?`
const spanPattern = new RegExp(String.raw`${hour}\s*(?:a|y|-|–|hasta)\s*(?:las\s+)?${hour}(?!\d)`, 'g')

/** Hours on some days of the week (0 is Sunday), in minutes since midnight; both ends included. */
interface OpenSpan {
	readonly days: ReadonlySet<number>
	readonly from: number
	readonly to: number
}

/** The days in a text, single ones and ranges. Undefined without any. */
function daysIn(text: string): ReadonlySet<number> | undefined {
	const days = new Set<number>()
	let before: { readonly day: number; readonly end: number } | undefined
	for (const found of text.matchAll(dayPattern)) {
		const day = dayNames.findIndex((name) => name.startsWith(found[1] ?? ''))
		const isRange = before && /^\s*(a|al|hasta|-|–)\s*$/.test(text.slice(before.end, found.index))
		for (let one = isRange && before ? before.day : day; ; one = (one + 1) % 7) {
			days.add(one)
			if (one === day) break
		}
		before = { day, end: found.index + found[0].length }
	}
	return days.size === 0 ? undefined : days
}

const everyDay: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6])
const minutesOf = (hours = '', minutes = '0') => Number(hours) * 60 + Number(minutes)

/**
 * The hours in the owner's text (`lunes a viernes de 18:00 a 20:30, sábado 10 a 14`). Undefined when they cannot be
 * parsed, so that no hour is rejected by a guess.
 */
export function openSpans(text: string | null): readonly OpenSpan[] | undefined {
	const plain = (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
	if (/\d\s*[ap]\.?\s?m\b/.test(plain)) return undefined
	const spans: OpenSpan[] = []
	let end = 0
	for (const found of plain.matchAll(spanPattern)) {
		const days = daysIn(plain.slice(end, found.index)) ?? spans.at(-1)?.days ?? everyDay
		const [from, to] = [minutesOf(found[1], found[2]), minutesOf(found[3], found[4])]
		if (from >= to || to > 1_440) return undefined
		spans.push({ days, from, to })
		end = found.index + found[0].length
	}
	// Days after their hours, as in '18 a 20, lunes a viernes', are not supported.
	return spans.length === 0 || daysIn(plain.slice(end)) ? undefined : spans
}

/** Whether a minute of Santiago (`2026-11-25T18:30`) is within the owner's hours; true when these cannot be parsed. */
export function isOpenAt(text: string | null, minute: string): boolean {
	const spans = openSpans(text)
	const day = new Date(`${minute.slice(0, 10)}T00:00:00Z`).getUTCDay()
	const at = minutesOf(minute.slice(11, 13), minute.slice(14, 16))
	return spans?.some(({ days, from, to }) => days.has(day) && from <= at && at <= to) ?? true
}
