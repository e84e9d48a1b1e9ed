import { useSyncExternalStore } from 'react'
import { onOtherTab, readText, writeText } from '#web/ui/browser-storage.ts'
import { createListeners } from '#web/ui/store.ts'

const accessKey = 'access_token'
const refreshKey = 'refresh_token'
/** Names what is kept of the open account for when there is no signal (offline-copy.ts). */
export const offlineCopyKey = 'premium-shaker-ronda'
const listeners = createListeners()

/** `unknown` while the page is as the server rendered it; who redirects must wait for `open` or `closed`. */
export type Session = 'unknown' | 'open' | 'closed'

export interface Tokens {
	readonly access: string
	readonly refresh: string
}

/** The stored tokens; null when nobody is logged in here. */
export const accessToken = (): string | null => readText(accessKey)
export const refreshToken = (): string | null => readText(refreshKey)

/** Keeps both tokens after a login or a refresh. Every view of every tab follows. */
export function saveSession(tokens: Tokens): void {
	writeText(accessKey, tokens.access)
	writeText(refreshKey, tokens.refresh)
	listeners.notify()
}

/** Removes both tokens, and what was kept of the account's work. */
export function clearSession(): void {
	writeText(accessKey, null)
	writeText(refreshKey, null)
	writeText(offlineCopyKey, null)
	listeners.notify()
}

/** Calls back when the session changes, in this tab or another. Returns how to stop. */
export function onSession(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([accessKey, refreshKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

const current = (): Session => (accessToken() ? 'open' : 'closed')

/** Whether an access token is stored, the shop's only client-side check of a login. */
export function useSession(): Session {
	return useSyncExternalStore(onSession, current, () => 'unknown')
}
