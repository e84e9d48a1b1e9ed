import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

export interface Notice {
	readonly id: number
	readonly text: string
	readonly kind: 'problem' | 'done'
	/** A selector of the part of the page that it is about; otherwise that is where the focus is. */
	readonly about?: string | undefined
	/** Tries again what failed. */
	readonly onRetry?: (() => void) | undefined
	readonly action?: NoticeAction | undefined
}

/** What can be done about a message until a moment (ms since 1970), when the message goes. */
export interface NoticeAction {
	readonly label: string
	readonly until: number
	readonly run: () => void
}

const none: readonly Notice[] = []
const notices = createStore(none)
let lastId = 0

/** Shows a message that interrupts and stays until it is dismissed. The same text twice replaces the first. */
export function notify(
	text: string,
	kind: Notice['kind'] = 'problem',
	{ about, onRetry, action }: Pick<Notice, 'about' | 'onRetry' | 'action'> = {},
): void {
	lastId += 1
	const notice = { id: lastId, text, kind, about, onRetry, action }
	notices.set([...notices.get().filter((other) => other.text !== text), notice])
}

/** Takes one message away. */
export function dismissNotice(id: number): void {
	notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** Takes every message away, as a new attempt, a success or a new page does. */
export function clearNotices(): void {
	if (notices.get().length > 0) notices.set(none)
}

/** The messages that are shown now, in a component. */
export function useNotices(): readonly Notice[] {
	return useSyncExternalStore(notices.subscribe, notices.get, () => none)
}
