import { dayIn, daysLater } from '#core/rules/times.ts'

/** Ley 19.496: withdrawal (article 3 bis) and legal warranty (article 21), both counted from the hand-over. */
export const withdrawalDays = 10
const warrantyMonths = 6

/**
 * Ley 19.496, article 3 bis: the refund is due within this many days of the customer's notice. The law names no term
 * for a sale cancelled by the shop; the same one is used as the limit, from the cancellation.
 */
const refundDays = 45

/** The last day, `YYYY-MM-DD` of Santiago, for the refund of money owed since then. */
export const refundUntil = (since: Date): string => daysLater(dayIn(since), refundDays)

/** The same day this many months later, or that month's last day. */
function monthsLater(day: string, months: number): string {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
	const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
	return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The last days, `YYYY-MM-DD` of Santiago, of withdrawal and legal warranty after a hand-over. */
export function rightsOf(handedOver: Date): { retracto: string; garantia: string } {
	const day = dayIn(handedOver)
	return { retracto: daysLater(day, withdrawalDays), garantia: monthsLater(day, warrantyMonths) }
}
