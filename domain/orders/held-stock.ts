/** A colour's stock: what can be sold, and what is in orders that nobody has paid. Units. */
export interface ColorHold {
	readonly color: string
	readonly stock: number
	readonly held: number
}

/** What is held unpaid when it is a large part of the stock. */
export interface LargeHold {
	readonly percent: number
	readonly units: number
	/** Colours of which nothing else is left. */
	readonly colors: readonly string[]
}

/** Fewer units than these are no large part of anything: the last unit of a colour is in somebody's cart every day. */
const fewUnits = 5
/** An episode is over when the part held is so many points below where it began, so that one order more or less is no news. */
const calmPoints = 10

/** Whether more than `percent` of the stock is held by unpaid orders, or all that is left of a colour. */
export function largeHold(colors: readonly ColorHold[], percent: number): LargeHold | undefined {
	const units = colors.reduce((sum, { held }) => sum + held, 0)
	const share = heldPercent(colors)
	const emptied = colors.filter(({ stock, held }) => stock === 0 && held >= fewUnits).map(({ color }) => color)
	const isLarge = units >= fewUnits && share > percent
	return isLarge || emptied.length > 0 ? { percent: Math.round(share), units, colors: emptied } : undefined
}

/** Whether so little is held again that the next large hold is another one. */
export function isHoldOver(colors: readonly ColorHold[], percent: number): boolean {
	return largeHold(colors, Math.max(0, percent - calmPoints)) === undefined
}

function heldPercent(colors: readonly ColorHold[]): number {
	const held = colors.reduce((sum, color) => sum + color.held, 0)
	const all = colors.reduce((sum, { stock }) => sum + stock, held)
	return all === 0 ? 0 : (100 * held) / all
}
