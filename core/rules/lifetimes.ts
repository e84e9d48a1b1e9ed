/** Lifetimes of everything that opens an account. */
export const accessSeconds = 15 * 60
/** Restarted at each refresh: a session ends when unused for this long. */
export const refreshSeconds = 30 * 24 * 60 * 60
/** Counted from the login: then even a session in daily use ends. */
export const sessionSeconds = 90 * 24 * 60 * 60
/** For how long an exchanged refresh token returns the same new pair once more, for a browser that lost the answer. */
export const lostAnswerSeconds = 30
/** How long a browser that logged in once is known to its account. */
export const knownDeviceSeconds = 365 * 24 * 60 * 60
export const passwordResetSeconds = 60 * 60
/** The link mailed to new staff, who may be on holiday. */
export const rightsLinkSeconds = 7 * 24 * 60 * 60
/** How long a proof of identity is fresh. */
export const freshIdentitySeconds = 10 * 60
/** From the first factor of a login to its second. */
export const secondFactorSeconds = 5 * 60
/** From the rendering of Google's button to the sign-in. */
export const googleNonceSeconds = 60 * 60

export function secondsAfter(moment: Date, seconds: number): Date {
	return new Date(moment.getTime() + seconds * 1000)
}
