import { useSyncExternalStore } from 'react'
import { isRecord } from '#core/rules/values.ts'
import { accessToken, offlineCopyKey, onSession } from '#core/web/session/api.ts'
import { readText, writeText } from '#core/web/ui/store.ts'

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

/** Decodes a JWT's payload without verifying it, which is the server's part; undefined when malformed. */
export function readTokenPayload(token: string): Readonly<Record<string, unknown>> | undefined {
	const payload = token.split('.')[1]
	if (payload === undefined) return undefined
	try {
		const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))
		const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
		return isRecord(claims) ? claims : undefined
	} catch {
		return undefined
	}
}

/** Maximum age in ms, longer than a delivery day. */
const maxAgeMs = 18 * 3_600_000

/** Data of one account for offline use: its kind, account, last answer and time. */
interface OfflineCopy {
	readonly id: string
	readonly nombre: string
	readonly tiene_segundo_factor: boolean
	/** The API's answer; the reader knows its type. */
	readonly data: unknown
	readonly read_at: number
}

function parse(text: string): (OfflineCopy & { readonly cuenta: string }) | undefined {
	try {
		const value: unknown = JSON.parse(text)
		// Only this file writes it.
		return isRecord(value) && typeof value.id === 'string' ? (value as never) : undefined
	} catch {
		return undefined
	}
}

/** Replaces the stored data of the open account. */
export function saveOfflineCopy(copy: Omit<OfflineCopy, 'read_at'>): void {
	const cuenta = openAccount()
	if (cuenta !== undefined) writeText(offlineCopyKey, JSON.stringify({ ...copy, cuenta, read_at: Date.now() }))
}

/** Deletes the stored data if it is of this `id`. */
export function forgetOfflineCopy(id: string): void {
	if (parse(readText(offlineCopyKey) ?? '')?.id === id) writeText(offlineCopyKey, null)
}

/** Returns the stored data of the open account. Data of another account, old or invalid data is deleted. */
export function offlineCopy(): OfflineCopy | undefined {
	const text = readText(offlineCopyKey)
	if (text === null) return undefined
	const copy = parse(text)
	if (copy && copy.cuenta === openAccount() && Date.now() - copy.read_at < maxAgeMs) return copy
	writeText(offlineCopyKey, null)
	return undefined
}
