import { isRecord } from '#core/rules/is-record.ts'
import { openAccount } from '#core/web/session/open-account.ts'

/** A value with its account, so the next person at the same screen cannot see it. */
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

/** Reads a value from sessionStorage; undefined when missing, unreadable or of another account. */
export function readFromSession(key: string): unknown {
	const stored = read(key)
	const cuenta = openAccount()
	return stored && (cuenta === undefined || stored.cuenta === cuenta) ? stored.valor : undefined
}

/**
 * Stores a value for this tab and account; undefined removes it. An expired session counts as the same account. Without
 * storage nothing is stored and nothing fails.
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
