import type { AdjustStockRequest } from '#contract/staff/stock.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'

export const reasons = ['Llegó mercadería', 'Conteo', 'Producto dañado', 'Muestra o regalo'] as const

/**
 * Returns the body of a stock adjustment, or the first invalid field. It has no version, because a difference is independent of
 * concurrent sales.
 */
export function stockAdjustmentOf(
	values: Readonly<Record<string, string>>,
	stock: number,
): AdjustStockRequest | { readonly field: 'unidades' | 'nota'; readonly problem: string } {
	const units = readWhole(values.unidades ?? '')
	if (units === undefined || units === 0) return { field: 'unidades', problem: 'Escribe cuántas unidades.' }
	const isOut = values.sentido === 'salen'
	if (isOut && units > stock) return { field: 'unidades', problem: `Hay solo ${stock} en stock.` }
	const nota = (values.nota ?? '').trim()
	if (nota.length < minReason) return { field: 'nota', problem: 'Escribe el motivo.' }
	return { cantidad: isOut ? -units : units, nota }
}
