import { readText, writeText } from '#core/web/ui/browser-storage.ts'

const storageKey = 'ordenes_confirmadas'
const remembered = 20

function known(): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(readText(storageKey) ?? '[]')
		return Array.isArray(value) ? value : []
	} catch {
		return []
	}
}

/** Returns whether this browser confirms an order for the first time: a later visit must not empty a new cart. */
export function isFirstConfirmation(nro_orden: number): boolean {
	const before = known()
	if (before.includes(nro_orden)) return false
	writeText(storageKey, JSON.stringify([...before, nro_orden].slice(-remembered)))
	return true
}
