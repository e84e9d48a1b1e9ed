import { minReason } from '#core/rules/limits.ts'
import { formatClp } from '#core/rules/money.ts'

/** How `contado` CLP differ from the expected ones. */
export function differenceText(esperado: number, contado: number): string {
	if (contado === esperado) return 'Cuadra.'
	return contado < esperado ? `Faltan ${formatClp(esperado - contado)}.` : `Sobran ${formatClp(contado - esperado)}.`
}

interface CashCount {
	/** CLP; undefined: not counted. */
	readonly contado?: number | undefined
	/** Why they differ. */
	readonly motivo: string
}

/** The field and sentence of a count that cannot be stored; undefined where nothing is expected. */
export function countProblem(
	esperado: number,
	{ contado, motivo }: CashCount,
): { readonly campo: 'contado' | 'motivo'; readonly text: string } | undefined {
	if (contado === undefined)
		return esperado === 0
			? undefined
			: { campo: 'contado', text: `Escribe cuánto contaste: se esperan ${formatClp(esperado)}.` }
	if (contado === esperado || motivo.length >= minReason) return undefined
	return { campo: 'motivo', text: `${differenceText(esperado, contado)} Escribe por qué.` }
}
