/** A colour's stock: available units, and those in unpaid orders. */
export interface ColorReservation {
	readonly color: string
	readonly stock: number
	readonly held: number
}

/** The unpaid reservations when they are a large part of the stock. */
export interface LargeReservation {
	readonly percent: number
	readonly units: number
	/** Colours without other units. */
	readonly colors: readonly string[]
}

/** The minimum of a large hold: the last unit of a colour is reserved every day. */
const fewUnits = 5
/** An episode ends this many points below its start, so that a single order does not repeat the notice. */
const calmPoints = 10

/** Whether unpaid orders reserve more than `percent` of the stock, or the whole rest of a colour. */
export function largeReservation(colors: readonly ColorReservation[], percent: number): LargeReservation | undefined {
	const units = colors.reduce((sum, { held }) => sum + held, 0)
	const share = heldPercent(colors)
	const emptied = colors.filter(({ stock, held }) => stock === 0 && held >= fewUnits).map(({ color }) => color)
	const isLarge = units >= fewUnits && share > percent
	return isLarge || emptied.length > 0 ? { percent: Math.round(share), units, colors: emptied } : undefined
}

/** Whether the reservations are low enough that the next large hold is another episode. */
export function isReservationOver(colors: readonly ColorReservation[], percent: number): boolean {
	return largeReservation(colors, Math.max(0, percent - calmPoints)) === undefined
}

function heldPercent(colors: readonly ColorReservation[]): number {
	const held = colors.reduce((sum, color) => sum + color.held, 0)
	const all = colors.reduce((sum, { stock }) => sum + stock, held)
	return all === 0 ? 0 : (100 * held) / all
}
