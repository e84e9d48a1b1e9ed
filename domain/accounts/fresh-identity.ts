import { freshIdentitySeconds, secondsAfter } from './lifetimes.ts'

/** Whether a proof of identity given at `provedAt` still counts for what asks for a fresh one. */
export function isFreshIdentity(provedAt: Date, now: Date): boolean {
	return now.getTime() < secondsAfter(provedAt, freshIdentitySeconds).getTime()
}
