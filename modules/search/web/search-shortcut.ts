import { useSyncExternalStore } from 'react'
import { createStore, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'

const storageKey = 'panel_atajo'
const off = 'no'

const shortcut = createStore(true)

const readShortcut = () => shortcut.set(readText(storageKey) !== off)

/**
 * Setting of the shortcut `/`, stored in this browser. Speech input can trigger single keys, so WCAG 2.1.4 requires a way to
 * disable it.
 */
export function useShortcut(): { readonly isOn: boolean; readonly toggle: () => void } {
	const isOn = useSyncExternalStore(followShortcut, shortcut.get, () => true)
	return { isOn, toggle: () => choose(!isOn) }
}

function choose(isOn: boolean): void {
	writeText(storageKey, isOn ? null : off)
	shortcut.set(isOn)
}

function followShortcut(listener: () => void): () => void {
	const stops = [shortcut.subscribe(listener), onOtherTab([storageKey], readShortcut)]
	readShortcut()
	return () => {
		for (const stop of stops) stop()
	}
}

/** The used part of KeyboardEvent. */
interface PressedKey {
	readonly key: string
	readonly ctrlKey: boolean
	readonly metaKey: boolean
	readonly altKey: boolean
	readonly defaultPrevented: boolean
	readonly target: Pick<Element, 'closest'> | null
}

/** Elements in which `/` is text or belongs to an open dialog. */
const busyPlaces = 'input, textarea, select, [contenteditable], dialog'

/** Returns whether a key press is the search shortcut, outside of fields and dialogs. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: PressedKey): boolean {
	if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
	return !target?.closest(busyPlaces)
}
