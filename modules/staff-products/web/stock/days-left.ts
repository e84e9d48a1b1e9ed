import type { StockOutlook } from '#modules/staff-products/shapes.ts'

const pace = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** Formats the remaining days of stock at the recent rate of sales. */
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
