import { daysLater } from '#domain/calendar-days.ts'

/** The pace is read from this many days, so that each day of the week counts four times. */
export const paceDays = 28
/** A product younger than this is measured as if it were this old: two sales on its first day are no pace. */
const minPaceDays = 7

/** Over how many days the sales of a product that has been on sale for `ageDays` are counted. */
export function paceWindowDays(ageDays: number): number {
	return Math.min(paceDays, Math.max(minPaceDays, Math.ceil(ageDays)))
}

/** How a stock goes on at the pace of `sold` units in `days` days: units a day (two decimals), whole days left. */
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

/** What lasts longer than ten years is no reason to order anything. */
const longestOutlookDays = 3650

/**
 * The day (`YYYY-MM-DD`) to order more: `leadDays` before the last unit is sold; today when that is over, null when nothing
 * sells.
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
