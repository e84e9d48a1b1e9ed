import { useSyncExternalStore } from 'react'
import { onOtherTab, readText, writeText } from '#core/web/ui/browser-storage.ts'
import { createListeners } from '#core/web/ui/store.ts'

const accessKey = 'access_token'
const refreshKey = 'refresh_token'
/** localStorage key of the account's offline data (offline-copy.ts). */
export const offlineCopyKey = 'premium-shaker-ronda'
const listeners = createListeners()

/** `unknown` until hydration; redirects wait for `open` or `closed`. */
export type Session = 'unknown' | 'open' | 'closed'

export interface Tokens {
	readonly access: string
	readonly refresh: string
}

/** Returns the stored tokens; null when logged out. */
export const accessToken = (): string | null => readText(accessKey)
export const refreshToken = (): string | null => readText(refreshKey)

/** Stores both tokens after a login or a refresh, and notifies every component in every tab. */
export function saveSession(tokens: Tokens): void {
	writeText(accessKey, tokens.access)
	writeText(refreshKey, tokens.refresh)
	listeners.notify()
}

/** Removes both tokens and the account's offline data. */
export function clearSession(): void {
	writeText(accessKey, null)
	writeText(refreshKey, null)
	writeText(offlineCopyKey, null)
	listeners.notify()
}

/** Calls back when the session changes, in this tab or another. Returns the unsubscribe function. */
export function onSession(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([accessKey, refreshKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

const current = (): Session => (accessToken() ? 'open' : 'closed')

/** Returns whether an access token is stored, the only client-side login check. */
export function useSession(): Session {
	return useSyncExternalStore(onSession, current, () => 'unknown')
}
