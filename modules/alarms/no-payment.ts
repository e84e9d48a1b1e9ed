/** Hours until now over which sales are compared: those of a busy shop are missed soon, those of a quiet one in a day. */
const windows = [1, 3, 6, 12, 24]
/** Earlier weeks in which the same hours had to have sales. */
const weeks = 4
/** Buyers without whose payment an hour is no evidence: one or two may have changed their mind. */
const fewestBuyers = 3
/** A buyer may still be at the gateway's page. Hours. */
const payingHours = 0.5

/** The orders at gateways, by their age in hours. */
export interface GatewaySales {
	/** When orders were paid, in the last four weeks and a day. */
	readonly paid: readonly number[]
	/** When orders that are not paid were placed, each with its buyer, in the last day. */
	readonly unpaid: readonly { readonly hours: number; readonly buyer: number }[]
}

/**
 * Returns the hours without any payment although buyers tried and the same hours of each of the last four weeks had one;
 * undefined otherwise. A young shop, a quiet day and a buyer who gives up are no alarm.
 */
export function hoursWithoutPayment({ paid, unpaid }: GatewaySales): number | undefined {
	return windows.find((window) => {
		const wasPaidWeeksAgo = (ago: number) => paid.some((hours) => hours >= ago * 168 && hours < ago * 168 + window)
		const buyers = new Set(
			unpaid.filter(({ hours }) => hours >= payingHours && hours < window).map(({ buyer }) => buyer),
		)
		const usuallySells = Array.from({ length: weeks }, (_, week) => week + 1).every(wasPaidWeeksAgo)
		return buyers.size >= fewestBuyers && usuallySells && !wasPaidWeeksAgo(0)
	})
}
