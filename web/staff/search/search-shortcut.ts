import { useSyncExternalStore } from 'react'
import { onOtherTab, readText, writeText } from '#web/ui/browser-storage.ts'
import { createStore } from '#web/ui/store.ts'

const storageKey = 'panel_atajo'
const off = 'no'

const shortcut = createStore(true)

const readShortcut = () => shortcut.set(readText(storageKey) !== off)

/**
 * Whether the key `/` leads to the search, and a way to turn that off: who speaks to the computer may set it off by a word
 * (WCAG 2.1.4). This browser remembers it.
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

/** What of a pressed key matters here. `target`: where it was pressed. */
interface PressedKey {
	readonly key: string
	readonly ctrlKey: boolean
	readonly metaKey: boolean
	readonly altKey: boolean
	readonly defaultPrevented: boolean
	readonly target: Pick<Element, 'closest'> | null
}

/** Where a slash is written, or belongs to an open question. */
const busyPlaces = 'input, textarea, select, [contenteditable], dialog'

/** Whether a key means the search: a `/` that nobody is writing, and over which no question stands open. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: PressedKey): boolean {
	if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
	return !target?.closest(busyPlaces)
}
