import { type Clp, clp, formatClp } from '#core/rules/money.ts'

/** The price of a delivery by driving distance, or that it is out of coverage. */
interface DeliveryPrice {
	readonly costo: Clp
	readonly gratis: boolean
	readonly fuera_de_cobertura: boolean
}

/** Up to `hasta_m` metres of driving delivery costs `costo` CLP. */
interface DeliveryBand {
	readonly hasta_m: number
	readonly costo: number
}

/** The bands from the nearest to the furthest; only the nearest can be free. Beyond the last there is no delivery. */
export type Tariff = readonly [DeliveryBand, ...DeliveryBand[]]

export const initialTariff: Tariff = [
	{ hasta_m: 5_000, costo: 0 },
	{ hasta_m: 8_000, costo: 3_500 },
	{ hasta_m: 15_000, costo: 4_000 },
]

export const mostBands = 6
/** The longest configurable distance, in metres. */
const furthestMeters = 100_000
const highestCosto = 100_000

/** For how long a quoted price is charged unchanged. */
export const quoteMinutes = 30

export const coverageOf = (tariff: Tariff): number => tariff.at(-1)?.hasta_m ?? 0

export const freeBelow = ([nearest]: Tariff): number => (nearest.costo === 0 ? nearest.hasta_m : 0)

/**
 * The delivery price for `distance` metres of driving, rounded to whole metres here. A free band ends before its last
 * metre; a paid one includes it. Out of coverage costs 0 and is not free. Throws a RangeError for a negative or invalid
 * distance.
 */
export function priceDelivery(distance: number, tariff: Tariff): DeliveryPrice {
	if (!Number.isFinite(distance) || distance < 0) throw new RangeError(`not a distance: ${distance}`)
	const meters = Math.round(distance)
	const band = tariff.find(({ hasta_m, costo }) => meters < hasta_m || (costo > 0 && meters === hasta_m))
	if (!band) return { costo: clp(0), gratis: false, fuera_de_cobertura: true }
	return { costo: clp(band.costo), gratis: band.costo === 0, fuera_de_cobertura: false }
}

/** A tariff as stored, `5000:0,8000:3500`: metres and CLP of each band. */
export const tariffValue = (tariff: readonly DeliveryBand[]): string =>
	tariff.map(({ hasta_m, costo }) => `${hasta_m}:${costo}`).join(',')

/** The bands in a stored text, valid as a tariff or not; undefined for malformed text. */
function bandsIn(text: string): DeliveryBand[] | undefined {
	if (!/^\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9})*$/.test(text)) return undefined
	return text.split(',').map((band) => {
		const [hasta_m = 0, costo = 0] = band.split(':').map(Number)
		return { hasta_m, costo }
	})
}

/** The sentence for staff about an invalid tariff; undefined for a valid one. */
export function tariffProblem(text: string): string | undefined {
	const bands = bandsIn(text)
	if (!bands) return 'Escribe los kilómetros y el precio de cada tramo.'
	if (bands.length > mostBands) return `Usa hasta ${mostBands} tramos.`
	if (bands.some(({ hasta_m }) => hasta_m < 100 || hasta_m > furthestMeters))
		return `Cada tramo llega de 0,1 a ${furthestMeters / 1_000} km.`
	if (bands.some(({ hasta_m }, at) => hasta_m <= (bands[at - 1]?.hasta_m ?? 0)))
		return 'Cada tramo debe llegar más lejos que el anterior.'
	if (bands.some(({ costo }) => costo > highestCosto)) return 'Ningún tramo puede costar más de $100.000.'
	if (bands.slice(1).some(({ costo }) => costo === 0)) return 'Solo el primer tramo puede ser gratis.'
	return undefined
}

/** The tariff of a stored text; the default for an invalid one, as after an older version of the shop. */
export function readTariff(text: string | null): Tariff {
	const bands = text === null || tariffProblem(text) !== undefined ? undefined : bandsIn(text)
	const [nearest, ...further] = bands ?? []
	return nearest ? [nearest, ...further] : initialTariff
}

/** Metres as kilometres in a sentence: 5000 → `5`, 2500 → `2,5`. */
export const kilometersText = (meters: number): string => String(meters / 1_000).replace('.', ',')

function bandText(tariff: Tariff, at: number): string {
	const [band, before] = [tariff[at], tariff[at - 1]]
	if (!band) return ''
	const end = kilometersText(band.hasta_m)
	if (band.costo === 0) return `gratis a menos de ${end} km`
	const price = formatClp(band.costo)
	if (!before) return `${price} hasta ${end} km`
	const start = kilometersText(before.hasta_m)
	return before.costo === 0 ? `${price} de ${start} a ${end} km` : `${price} de más de ${start} hasta ${end} km`
}

/** The delivery prices within a sentence, before an address is chosen. */
export function tariffText(tariff: Tariff): string {
	const bands = tariff.map((_, at) => bandText(tariff, at))
	const last = bands.pop() ?? ''
	return bands.length === 0 ? last : `${bands.join(', ')} y ${last}`
}

/** The text for an address out of coverage. */
export const outOfCoverageText = (tariff: Tariff): string =>
	`Fuera de cobertura de despacho (más de ${kilometersText(coverageOf(tariff))} km). Elige retiro o una dirección más cercana.`

/** Home's promise: free up to a distance, or the lowest price. */
export function deliveryPromise(tariff: Tariff): string {
	const free = freeBelow(tariff)
	if (free > 0) return `Despacho gratis a menos de ${kilometersText(free)} km`
	return `Despacho desde ${formatClp(Math.min(...tariff.map(({ costo }) => costo)))}`
}
