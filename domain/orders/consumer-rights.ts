import { dayIn, daysLater } from '#domain/calendar-days.ts'

/** Ley 19.496: to withdraw (article 3 bis), and the legal warranty (article 21), both from when somebody has the product. */
export const withdrawalDays = 10
export const warrantyMonths = 6

/**
 * Ley 19.496, article 3 bis: within so many days of the customer's notice all that was paid goes back. The law names no days for
 * a sale that the shop calls off; the same are taken as its outer limit, from the day of calling it off.
 */
export const refundDays = 45

/** The last day, `YYYY-MM-DD` of Santiago, on which money that is owed since then has to be back. */
export const refundUntil = (since: Date): string => daysLater(dayIn(since), refundDays)

/** The same day so many months later, or that month's last day where it has none such. */
function monthsLater(day: string, months: number): string {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
	const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
	return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The last days, `YYYY-MM-DD` of Santiago, on which a customer may withdraw and claim the warranty of what was handed over then. */
export function rightsOf(handedOver: Date): { retracto: string; garantia: string } {
	const day = dayIn(handedOver)
	return { retracto: daysLater(day, withdrawalDays), garantia: monthsLater(day, warrantyMonths) }
}
