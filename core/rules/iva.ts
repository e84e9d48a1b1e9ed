import { type Clp, clp } from '#core/rules/money.ts'

/** IVA, in per cent of the net amount. */
export const ivaPercent = 19

/** Splits a total with IVA into net and IVA: the net is rounded half up to whole CLP, the IVA is the rest. */
export function splitIva(total: number): { neto: Clp; iva: Clp } {
	// In integers: half up of total / 1,19 without floating-point error.
	const divisor = 100 + ivaPercent
	const neto = Math.floor((2 * 100 * total + divisor) / (2 * divisor))
	return { neto: clp(neto), iva: clp(total - neto) }
}
