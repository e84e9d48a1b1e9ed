import { useSyncExternalStore } from 'react'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'

/** Unsent notes by order. */
const notes = createDraft<ReadonlyMap<string, string>>(new Map(), (texts) =>
	[...texts.values()].every((texto) => texto.trim() === ''),
)

/** Returns the unsent note of an order, or an empty string. */
export function useNote(orden_id: string): string {
	return useSyncExternalStore(notes.subscribe, () => notes.get().get(orden_id) ?? '')
}

export function changeNote(orden_id: string, texto: string): void {
	notes.set(withEntry(notes.get(), orden_id, texto === '' ? undefined : texto))
}

/** Removes a sent note, unless its text changed during the request. */
export function finishNote(orden_id: string, sent: string): void {
	if (notes.get().get(orden_id) === sent) changeNote(orden_id, '')
}
