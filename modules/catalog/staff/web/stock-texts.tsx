import { formatDay } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { isLowStock } from '#modules/catalog/product.ts'
import type { StaffProduct, StockOutlook } from '#modules/catalog/staff/shapes.ts'

export const isLow = ({ stock, low_stock_threshold }: StaffProduct) => isLowStock(stock, low_stock_threshold)

export function LowStock({ product }: { product: StaffProduct }) {
	if (!isLow(product)) return null
	return (
		<Badge tone="warn" className="low-stock">
			<Icon name="alert" />
			<span>{product.stock === 0 ? 'Sin stock' : 'Stock bajo'}</span>
		</Badge>
	)
}

/** The units for sale, and those that a count must leave out. */
export function unitsText({ stock, apartadas }: Pick<StockOutlook, 'stock' | 'apartadas'>): string {
	const units = `Hay ${stock} ${stock === 1 ? 'unidad' : 'unidades'}.`
	if (!(apartadas > 0)) return units
	return `${units} Además hay ${apartadas === 1 ? '1 apartada en una orden por entregar: no la cuentes' : `${apartadas} apartadas en órdenes por entregar: no las cuentes`}.`
}

const pace = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

export function daysLeftText(
	product: Pick<StockOutlook, 'stock' | 'vendidas' | 'dias' | 'por_dia' | 'dias_restantes'>,
): string {
	const { stock, vendidas, dias, por_dia, dias_restantes } = product
	if (stock === 0) return 'Nada que vender'
	if (dias_restantes === null) return `Sin ventas en ${dias} días`
	const left = dias_restantes === 1 ? 'Queda 1 día' : `Quedan ${dias_restantes} días`
	const sold = `${vendidas} en ${dias} días`
	return por_dia >= 0.1 ? `${left} a ${pace.format(por_dia)} por día (${sold})` : `${left} (${sold})`
}

/** Formats the reorder date. `today` as `YYYY-MM-DD`. */
export function reorderText({ pedir_el, vendidas }: Pick<StockOutlook, 'pedir_el' | 'vendidas'>, today: string) {
	if (pedir_el === null) return vendidas === 0 ? 'Sin ventas' : '—'
	return pedir_el <= today ? 'Hoy' : formatDay(pedir_el)
}
