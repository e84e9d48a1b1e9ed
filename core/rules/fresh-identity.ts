import { freshIdentitySeconds, secondsAfter } from './lifetimes.ts'

/** Whether a proof of identity given at `provedAt` is still fresh. */
export function isFreshIdentity(provedAt: Date, now: Date): boolean {
	return now.getTime() < secondsAfter(provedAt, freshIdentitySeconds).getTime()
}
