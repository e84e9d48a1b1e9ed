import { type Clp, clp } from '#domain/money.ts'

/** What delivery over a driving distance costs, or that the shop does not deliver so far. */
export interface DeliveryPrice {
	readonly costo: Clp
	readonly gratis: boolean
	readonly fuera_de_cobertura: boolean
}

/** From here on delivery is paid, in metres of driving. */
export const freeBelowMeters = 5_000
/** The last metre of the first paid band. */
export const nearBandMeters = 8_000
/** The last metre to which the shop delivers. */
export const coverageMeters = 15_000

/** For how long a price that was shown is the one that is charged. */
export const quoteMinutes = 30

export const nearCosto = clp(3_500)
export const farCosto = clp(4_000)
const nothing = clp(0)

/**
 * The price of delivery over `distance` metres of driving. Distances are rounded to whole metres once, here.
 * Out of coverage costs 0 and is not free: there is nothing to charge.
 * Throws a RangeError when the distance is negative or no number.
 */
export function priceDelivery(distance: number): DeliveryPrice {
	if (!Number.isFinite(distance) || distance < 0) throw new RangeError(`not a distance: ${distance}`)
	const meters = Math.round(distance)
	if (meters < freeBelowMeters) return { costo: nothing, gratis: true, fuera_de_cobertura: false }
	if (meters <= nearBandMeters) return { costo: nearCosto, gratis: false, fuera_de_cobertura: false }
	if (meters <= coverageMeters) return { costo: farCosto, gratis: false, fuera_de_cobertura: false }
	return { costo: nothing, gratis: false, fuera_de_cobertura: true }
}
