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

/** IVA, in per cent of the net amount. */
export const ivaPercent = 19

/** Splits a total with IVA into net and IVA: the net is rounded half up to whole CLP, the IVA is the rest. */
export function splitIva(total: number): { neto: Clp; iva: Clp } {
	// In integers: half up of total / 1,19 without floating-point error.
	const divisor = 100 + ivaPercent
	const neto = Math.floor((2 * 100 * total + divisor) / (2 * divisor))
	return { neto: clp(neto), iva: clp(total - neto) }
}

/** The highest plausible fee of a payment. */
const mostPercent = 20

/** The hundredths of a per cent in a text (`2,89` → 289), with two decimals at most; undefined for an invalid one. */
export function hundredthsIn(text: string): number | undefined {
	const [, whole, decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
	if (whole === undefined) return undefined
	const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
	return hundredths <= mostPercent * 100 ? hundredths : undefined
}

/** The sentence for staff about an invalid percentage; undefined for a valid one. */
export function percentProblem(text: string): string | undefined {
	return hundredthsIn(text) === undefined
		? `Escribe un porcentaje de 0 a ${mostPercent}, con dos decimales como máximo, como 2,89.`
		: undefined
}
