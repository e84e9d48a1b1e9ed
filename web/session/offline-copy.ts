import { isRecord } from '#domain/is-record.ts'
import { openAccount } from '#web/session/open-account.ts'
import { offlineCopyKey } from '#web/session/session.ts'
import { readText, writeText } from '#web/ui/browser-storage.ts'

/** Longer than any day of deliveries: what nobody ended does not stay on the phone. */
const keptForMs = 18 * 3_600_000

/** What this browser keeps of one account's work, to be read without a signal: what it is of, who works, and what was read last. */
export interface OfflineCopy {
	readonly id: string
	readonly nombre: string
	readonly tiene_segundo_factor: boolean
	/** As the API answered it; whoever reads it knows what it is. */
	readonly data: unknown
	readonly read_at: number
}

function parse(text: string): (OfflineCopy & { readonly cuenta: string }) | undefined {
	try {
		const value: unknown = JSON.parse(text)
		// Nobody else writes it.
		return isRecord(value) && typeof value.id === 'string' ? (value as never) : undefined
	} catch {
		return undefined
	}
}

/** Keeps what was just read of the open account, in the place of what was kept before. */
export function keepOfflineCopy(copy: Omit<OfflineCopy, 'read_at'>): void {
	const cuenta = openAccount()
	if (cuenta !== undefined) writeText(offlineCopyKey, JSON.stringify({ ...copy, cuenta, read_at: Date.now() }))
}

/** Forgets what is kept; with an `id` only where it is of that. */
export function forgetOfflineCopy(id?: string): void {
	if (id === undefined || parse(readText(offlineCopyKey) ?? '')?.id === id) writeText(offlineCopyKey, null)
}

/** What is kept of the open account. What is of somebody else, old or unreadable is forgotten. */
export function offlineCopy(): OfflineCopy | undefined {
	const text = readText(offlineCopyKey)
	if (text === null) return undefined
	const copy = parse(text)
	if (copy && copy.cuenta === openAccount() && Date.now() - copy.read_at < keptForMs) return copy
	writeText(offlineCopyKey, null)
	return undefined
}
