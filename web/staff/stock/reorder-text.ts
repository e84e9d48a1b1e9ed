import type { StockOutlook } from '#contract/staff/stock.ts'
import { formatDay } from '#web/ui/format-date.ts'

/** Formats the reorder date. `today` as `YYYY-MM-DD`. */
export function reorderText(
	{ pedir_el, stock, vendidas }: Pick<StockOutlook, 'pedir_el' | 'stock' | 'vendidas'>,
	today: string,
) {
	if (pedir_el === null) return vendidas === 0 && stock > 0 ? 'Sin ventas' : 'Alcanza por años'
	return pedir_el <= today ? 'Hoy' : formatDay(pedir_el)
}
