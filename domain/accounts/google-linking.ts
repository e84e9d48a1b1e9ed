/** What Google says about an address, and what the shop knows, when somebody signs in with Google. */
export interface GoogleLoginFacts {
	readonly isKnownIdentity: boolean
	readonly isGoogleAuthoritative: boolean
	/** The account that has this address; undefined when there is none. */
	readonly account: { readonly isEmailVerified: boolean; readonly isJoinedWithAnother: boolean } | undefined
}

/**
 * Google answers for an address only when it hosts the mailbox; others may have changed hands ("account linking", Google's
 * guide).
 */
export function isGoogleAuthoritative(email: string, isVerified: boolean, hostedDomain: string | undefined): boolean {
	return isVerified && (email.endsWith('@gmail.com') || Boolean(hostedDomain))
}

/**
 * What a genuine Google identity opens. An existing account is joined without asking only if Google answers for the address
 * and the shop once verified its own copy: a stranger may have registered the address first.
 */
export function decideGoogleLogin(facts: GoogleLoginFacts): 'sign_in' | 'create' | 'link' | 'ask_password' {
	if (facts.isKnownIdentity) return 'sign_in'
	if (!facts.account) return 'create'
	const isSafe = facts.isGoogleAuthoritative && facts.account.isEmailVerified && !facts.account.isJoinedWithAnother
	return isSafe ? 'link' : 'ask_password'
}
