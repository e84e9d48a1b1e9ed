import { useSyncExternalStore } from 'react'

export interface Notice {
	readonly id: number
	readonly text: string
	readonly kind: 'problem' | 'done'
	/** A selector of the part of the page that it is about; otherwise that is where the focus is. */
	readonly about?: string | undefined
}

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()
const none: readonly Notice[] = []

function set(next: readonly Notice[]): void {
	notices = next
	for (const listener of listeners) listener()
}

/** Shows a message that interrupts and stays until it is dismissed. The same text twice replaces the first. */
export function notify(text: string, kind: Notice['kind'] = 'problem', about?: string): void {
	lastId += 1
	set([...notices.filter((notice) => notice.text !== text), { id: lastId, text, kind, about }])
}

/** Takes one message away. */
export function dismissNotice(id: number): void {
	set(notices.filter((notice) => notice.id !== id))
}

/** Takes every message away, as a new attempt, a success or a new page does. */
export function clearNotices(): void {
	if (notices.length > 0) set(none)
}

/** The messages that are shown now, in a component. */
export function useNotices(): readonly Notice[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		() => notices,
		() => none,
	)
}
