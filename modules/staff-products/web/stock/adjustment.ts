import { readWhole } from '#core/web/edit/whole-number.ts'
import { checked, reasonProblem, type Values, type Wrong } from '#core/web/forms/checked.ts'
import type { AdjustStockRequest } from '#modules/staff-products/shapes.ts'

export const reasons = ['Llegó mercadería', 'Conteo', 'Producto dañado', 'Muestra o regalo'] as const

function unitsProblem(units: number, isOut: boolean, stock: number): string | undefined {
	if (units === 0) return 'Escribe cuántas unidades.'
	return isOut && units > stock ? `Hay solo ${stock} en stock.` : undefined
}

/** The typed stock adjustment. It has no version, because a difference is independent of concurrent sales. */
export function stockAdjustmentOf(values: Values, stock: number): AdjustStockRequest | Wrong<'unidades' | 'nota'> {
	const units = readWhole(values.unidades ?? '') ?? 0
	const isOut = values.sentido === 'salen'
	const nota = (values.nota ?? '').trim()
	const wrong = { unidades: unitsProblem(units, isOut, stock), nota: reasonProblem(nota) }
	return checked(wrong, { cantidad: isOut ? -units : units, nota })
}
