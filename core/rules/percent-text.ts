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
