import { dayIn } from '#domain/calendar-days.ts'
import { isLate } from '#domain/rounds/arrivals.ts'

interface StopOnTheWay {
	/** The arrival that its customer was told, or is to be expected. */
	readonly arrival: Date
	/** The last day of its promise, `YYYY-MM-DD` of Santiago; undefined where none was given. */
	readonly promised: string | undefined
	/** When the car left the shop. */
	readonly leftAt: Date
}

/** Whether a car came to a door later than its customer was told, or after the promised day. */
export function cameLate({ arrival, promised }: Omit<StopOnTheWay, 'leftAt'>, cameAt: Date): boolean {
	return isLate(arrival, cameAt) || (promised !== undefined && promised < dayIn(cameAt))
}

/** Whether a stop became late on the way: against the hour that its customer was told, or against a promise that held when the car left. */
export function becameLate({ arrival, promised, leftAt }: StopOnTheWay, now: Date): boolean {
	if (isLate(arrival, now)) return true
	return promised !== undefined && promised < dayIn(now) && promised >= dayIn(leftAt)
}
