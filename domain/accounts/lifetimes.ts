/** How long each thing that opens an account is good for. */
export const accessSeconds = 15 * 60
/** Counted anew at each refresh: a session ends when it was not used for this long. */
export const refreshSeconds = 30 * 24 * 60 * 60
/** Counted from the login: then even a session in daily use ends. */
export const sessionSeconds = 90 * 24 * 60 * 60
/** For how long a refresh token that was traded gives the same new pair once more, for a browser that lost the answer. */
export const lostAnswerSeconds = 30
/** How long a browser that logged in once is known to its account. */
export const knownDeviceSeconds = 365 * 24 * 60 * 60
export const passwordResetSeconds = 60 * 60
/** The link that a new member of staff gets, who may be on holiday. */
export const rightsLinkSeconds = 7 * 24 * 60 * 60
/** How long a proof of identity counts for what asks for a fresh one. */
export const freshIdentitySeconds = 10 * 60
/** From the first factor of a login to its second. */
export const secondFactorSeconds = 5 * 60
/** From drawing Google's button to the sign-in. */
export const googleNonceSeconds = 60 * 60

export function secondsAfter(moment: Date, seconds: number): Date {
	return new Date(moment.getTime() + seconds * 1000)
}
