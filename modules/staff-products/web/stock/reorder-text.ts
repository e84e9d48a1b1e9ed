import { formatDay } from '#core/web/ui/format-date.ts'
import type { StockOutlook } from '#modules/staff-products/shapes.ts'

/** Formats the reorder date. `today` as `YYYY-MM-DD`. */
export function reorderText(
	{ pedir_el, stock, vendidas }: Pick<StockOutlook, 'pedir_el' | 'stock' | 'vendidas'>,
	today: string,
) {
	if (pedir_el === null) return vendidas === 0 && stock > 0 ? 'Sin ventas' : 'Alcanza por años'
	return pedir_el <= today ? 'Hoy' : formatDay(pedir_el)
}
