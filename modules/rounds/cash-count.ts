import { minReason } from '#core/rules/limits.ts'
import { formatClp } from '#core/rules/money.ts'

/** CLP in cash collected at the doors of a round, without the change. */
export const collectedCash = (stops: readonly { readonly cobrado: number | null }[]): number =>
	stops.reduce((sum, { cobrado }) => sum + (cobrado ?? 0), 0)

/** How `contado` CLP differ from the collected ones. */
export function differenceText(esperado: number, contado: number): string {
	if (contado === esperado) return 'El efectivo cuadra.'
	return contado < esperado ? `Faltan ${formatClp(esperado - contado)}.` : `Sobran ${formatClp(contado - esperado)}.`
}

interface CashCount {
	/** CLP; undefined: not counted. */
	readonly contado?: number | undefined
	/** Why they differ. */
	readonly motivo: string
}

/** The field and sentence of a count that cannot end a round; undefined where no cash was collected. */
export function countProblem(
	esperado: number,
	{ contado, motivo }: CashCount,
): { readonly campo: 'contado' | 'motivo'; readonly text: string } | undefined {
	if (contado === undefined)
		return esperado === 0
			? undefined
			: { campo: 'contado', text: `Cuenta el efectivo: se cobraron ${formatClp(esperado)}.` }
	if (contado === esperado || motivo.length >= minReason) return undefined
	return { campo: 'motivo', text: `${differenceText(esperado, contado)} Escribe por qué.` }
}
