import { useSyncExternalStore } from 'react'
import { accessToken, onSession } from '#web/session/session.ts'
import { readTokenPayload } from '#web/session/token-payload.ts'

/** Whose an access token is, by the account's id; undefined when there is none or it cannot be read. */
export function accountOf(token: string | null): string | undefined {
	const { sub } = readTokenPayload(token ?? '') ?? {}
	return typeof sub === 'string' ? sub : undefined
}

/** Whose session is open in this browser. */
export const openAccount = (): string | undefined => accountOf(accessToken())

/**
 * The same in a component. As the key of what one customer reads and writes it begins anew for the next: who logs in in another
 * tab takes over the session of this one too.
 */
export function useOpenAccount(): string | undefined {
	return useSyncExternalStore(onSession, openAccount, () => undefined)
}
