import { isRecord } from '#domain/is-record.ts'
import { openAccount } from '#web/session/open-account.ts'

/** A value with the account that was open when it was kept: who logs in next at the same screen is not shown it. */
interface StoredValue {
	readonly cuenta: unknown
	readonly valor: unknown
}

function read(key: string): StoredValue | undefined {
	try {
		const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
		return isRecord(stored) && 'valor' in stored ? { cuenta: stored.cuenta, valor: stored.valor } : undefined
	} catch {
		return undefined
	}
}

/** Reads a value that this tab keeps (sessionStorage); undefined when there is none, it cannot be read or is another account's. */
export function readFromSession(key: string): unknown {
	const stored = read(key)
	const cuenta = openAccount()
	return stored && (cuenta === undefined || stored.cuenta === cuenta) ? stored.valor : undefined
}

/**
 * Keeps a value for this tab and account; undefined removes it. A session that has run out is still that of whose value it
 * was. Where storage is blocked nothing is kept, and nothing breaks.
 */
export function saveToSession(key: string, valor: unknown): void {
	try {
		const stored: StoredValue = { cuenta: openAccount() ?? read(key)?.cuenta, valor }
		if (valor === undefined) window.sessionStorage.removeItem(key)
		else window.sessionStorage.setItem(key, JSON.stringify(stored))
	} catch (error) {
		console.warn('this tab keeps nothing', error)
	}
}
