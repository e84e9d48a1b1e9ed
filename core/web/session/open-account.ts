import { useSyncExternalStore } from 'react'
import { accessToken, onSession } from '#core/web/session/session.ts'
import { readTokenPayload } from '#core/web/session/token-payload.ts'

/** Returns the account id of an access token; undefined when missing or malformed. */
export function accountOf(token: string | null): string | undefined {
	const { sub } = readTokenPayload(token ?? '') ?? {}
	return typeof sub === 'string' ? sub : undefined
}

/** Returns the account id of this browser's session. */
export const openAccount = (): string | undefined => accountOf(accessToken())

/**
 * Hook for the same. Used as a key, it resets one customer's state for the next: a login in another tab replaces this tab's
 * session too.
 */
export function useOpenAccount(): string | undefined {
	return useSyncExternalStore(onSession, openAccount, () => undefined)
}
