import { dayIn } from '#core/rules/calendar-days.ts'
import { isLate } from '#modules/rounds/arrivals.ts'

interface StopOnTheWay {
	/** The announced or expected arrival. */
	readonly arrival: Date
	/** The last promised day, `YYYY-MM-DD` of Santiago; undefined without a promise. */
	readonly promised: string | undefined
	readonly leftAt: Date
}

/** Whether a car arrived later than announced, or after the promised day. */
export function cameLate({ arrival, promised }: Omit<StopOnTheWay, 'leftAt'>, cameAt: Date): boolean {
	return isLate(arrival, cameAt) || (promised !== undefined && promised < dayIn(cameAt))
}

/**
 * Whether a stop became late on the way: after the announced hour, or after a promise that was valid at the departure.
 */
export function becameLate({ arrival, promised, leftAt }: StopOnTheWay, now: Date): boolean {
	if (isLate(arrival, now)) return true
	return promised !== undefined && promised < dayIn(now) && promised >= dayIn(leftAt)
}
