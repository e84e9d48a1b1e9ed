import { coverageOf, freeBelow, type Tariff } from '#domain/delivery/tariff.ts'
import { formatClp } from '#domain/money.ts'

/** Metres as kilometres of a sentence: 5000 → `5`, 2500 → `2,5`. */
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

/** What delivery costs, as part of a sentence, for whoever has not chosen an address yet. */
export function tariffText(tariff: Tariff): string {
	const bands = tariff.map((_, at) => bandText(tariff, at))
	const last = bands.pop() ?? ''
	return bands.length === 0 ? last : `${bands.join(', ')} y ${last}`
}

/** What whoever lives too far reads. */
export const outOfCoverageText = (tariff: Tariff): string =>
	`Fuera de cobertura de despacho (más de ${kilometersText(coverageOf(tariff))} km). Elige retiro o una dirección más cercana.`

/** What Home promises: free up to somewhere, or from which price on. */
export function deliveryPromise(tariff: Tariff): string {
	const free = freeBelow(tariff)
	if (free > 0) return `Despacho gratis a menos de ${kilometersText(free)} km`
	return `Despacho desde ${formatClp(Math.min(...tariff.map(({ costo }) => costo)))}`
}
