import { isRecord } from '#core/rules/is-record.ts'
import { openAccount } from '#core/web/session/open-account.ts'
import { offlineCopyKey } from '#core/web/session/session.ts'
import { readText, writeText } from '#core/web/ui/browser-storage.ts'

/** Maximum age in ms, longer than a delivery day. */
const maxAgeMs = 18 * 3_600_000

/** Data of one account for offline use: its kind, account, last answer and time. */
export interface OfflineCopy {
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

/** Deletes the stored data; with an `id` only when it matches. */
export function forgetOfflineCopy(id?: string): void {
	if (id === undefined || parse(readText(offlineCopyKey) ?? '')?.id === id) writeText(offlineCopyKey, null)
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
