/** Google's and the shop's data about an address during a Google login. */
export interface GoogleLoginFacts {
	readonly isKnownIdentity: boolean
	readonly isGoogleAuthoritative: boolean
	/** The account with this address; undefined without one. */
	readonly account: { readonly isEmailVerified: boolean; readonly isJoinedWithAnother: boolean } | undefined
}

/**
 * Google is authoritative for an address only when it hosts the mailbox; others may have changed owners ("account
 * linking", Google's guide).
 */
export function isGoogleAuthoritative(email: string, isVerified: boolean, hostedDomain: string | undefined): boolean {
	return isVerified && (email.endsWith('@gmail.com') || Boolean(hostedDomain))
}

/**
 * Decides what a genuine Google identity opens. An existing account is linked without its password only if Google is
 * authoritative for the address and the shop once verified it: another person may have registered the address first.
 */
export function decideGoogleLogin(facts: GoogleLoginFacts): 'sign_in' | 'create' | 'link' | 'ask_password' {
	if (facts.isKnownIdentity) return 'sign_in'
	if (!facts.account) return 'create'
	const isSafe = facts.isGoogleAuthoritative && facts.account.isEmailVerified && !facts.account.isJoinedWithAnother
	return isSafe ? 'link' : 'ask_password'
}
