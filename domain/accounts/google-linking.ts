/** What Google says about an address, and what the shop knows, when somebody signs in with Google. */
export interface GoogleLoginFacts {
	/** An account is already joined with this Google identity. */
	readonly isKnownIdentity: boolean
	readonly isGoogleAuthoritative: boolean
	/** The account that has this address; undefined when there is none. */
	readonly account: { readonly isEmailVerified: boolean; readonly isJoinedWithAnother: boolean } | undefined
}

/**
 * Google answers for an address itself only when it hosts the mailbox: Gmail, or a Workspace domain (`hd`). Any other
 * verified address may have changed hands since (Google's guide to verifying ID tokens, "account linking").
 */
export function isGoogleAuthoritative(email: string, isVerified: boolean, hostedDomain: string | undefined): boolean {
	return isVerified && (email.endsWith('@gmail.com') || Boolean(hostedDomain))
}

/**
 * What a genuine Google identity opens. An account that exists is joined without asking only if Google answers for the address
 * and the shop once verified its own copy; else a stranger who registered the address first would share the account.
 * A Workspace address may be given to somebody else, so an account joined with another identity asks too.
 */
export function decideGoogleLogin(facts: GoogleLoginFacts): 'sign_in' | 'create' | 'link' | 'ask_password' {
	if (facts.isKnownIdentity) return 'sign_in'
	if (!facts.account) return 'create'
	const isSafe = facts.isGoogleAuthoritative && facts.account.isEmailVerified && !facts.account.isJoinedWithAnother
	return isSafe ? 'link' : 'ask_password'
}
