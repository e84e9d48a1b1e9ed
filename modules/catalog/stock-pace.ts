import { daysLater } from '#core/rules/calendar-days.ts'

/** The period of the rate in days, so that each day of the week counts four times. */
export const paceDays = 28
/** The minimum period for a new product: two sales on its first day are no rate. */
const minPaceDays = 7

/** The period in days for the sales of a product on sale for `ageDays`. */
export function paceWindowDays(ageDays: number): number {
	return Math.min(paceDays, Math.max(minPaceDays, Math.ceil(ageDays)))
}

/** The outlook of a stock after `sold` units in `days` days: units a day (two decimals), whole days left. */
export function stockOutlookOf(
	stock: number,
	sold: number,
	days: number,
): { por_dia: number; dias_restantes: number | null } {
	const units = Math.max(0, sold)
	return {
		por_dia: Math.round((units / days) * 100) / 100,
		dias_restantes: units === 0 ? null : Math.floor((stock * days) / units),
	}
}

/** An outlook beyond ten years needs no order. */
const longestOutlookDays = 3650

/**
 * The day (`YYYY-MM-DD`) to reorder: `leadDays` before the last unit is sold; today when that is over, null without
 * sales.
 */
export function reorderDay(
	today: string,
	{ stock, dias_restantes }: { readonly stock: number; readonly dias_restantes: number | null },
	leadDays: number,
): string | null {
	if (stock === 0) return today
	if (dias_restantes === null || dias_restantes > longestOutlookDays) return null
	return daysLater(today, Math.max(0, dias_restantes - leadDays))
}
