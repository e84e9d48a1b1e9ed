import { dayIn, daysLater } from '#core/rules/calendar-days.ts'

interface PromisedOrder {
	readonly plazo_entrega: string | null
	readonly pagada_at: Date | null
	readonly created_at: Date
}

/** The last day of an order's term, counted from its payment, or for cash at the door from its creation. */
export const promisedDayOf = (order: PromisedOrder, holidays: ReadonlySet<string>): string | undefined =>
	promisedDay(order.plazo_entrega, order.pagada_at ?? order.created_at, holidays)

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/**
 * The last day, `YYYY-MM-DD` of Santiago, of the owner's term (`3 días hábiles`, `48 horas`), counted from the day
 * after `since`; undefined for a text without a number of days, hours or weeks. Working days exclude weekends and
 * holidays.
 */
export function promisedDay(
	plazo: string | null,
	since: Date,
	holidays: ReadonlySet<string> = new Set(),
): string | undefined {
	const [, digits, unit = ''] = /(\d{1,3}|un|una)\s+(d[ií]a|hora|semana)/i.exec(plazo ?? '') ?? []
	if (digits === undefined) return undefined
	const count = /^\d/.test(digits) ? Number(digits) : 1
	const days = { d: count, h: Math.ceil(count / 24), s: count * 7 }[unit[0]?.toLowerCase() ?? ''] ?? count
	const isWorking = /h[áa]bil/i.test(plazo ?? '')
	let day = dayIn(since)
	for (let left = days; left > 0; ) {
		day = daysLater(day, 1)
		if (!isWorking || !(isWeekend(day) || holidays.has(day))) left--
	}
	return day
}
