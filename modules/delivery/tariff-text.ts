import { formatClp } from '#core/rules/money.ts'
import { coverageOf, freeBelow, type Tariff } from '#modules/delivery/tariff.ts'

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
