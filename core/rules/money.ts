/** Whole Chilean pesos. CLP has no minor unit, so every amount is an integer and is never divided. */
export type Clp = number & { readonly __clp: unique symbol }

/** Converts a number to CLP. Throws a RangeError unless it is a safe integer. */
export function clp(amount: number): Clp {
	if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole pesos: ${amount}`)
	return amount as Clp
}

export function sumClp(amounts: Iterable<number>): Clp {
	let sum = 0
	for (const amount of amounts) sum += amount
	return clp(sum)
}

/**
 * CLP in the Chilean format: 29990 → `$29.990`. Without Intl, which takes a slow phone 60 ms to load while Home is
 * hydrated.
 */
export function formatClp(amount: number): string {
	const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, '.')
	return `${amount < 0 ? '−' : ''}$${digits}`
}
