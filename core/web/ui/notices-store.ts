import { useSyncExternalStore } from 'react'
import { createStore } from '#core/web/ui/store.ts'

export interface Notice {
	readonly id: number
	readonly text: string
	readonly kind: 'problem' | 'done'
	/** Selector of the part that the message is about; by default the focused part. */
	readonly about?: string | undefined
	/** Retries the failed action. */
	readonly onRetry?: (() => void) | undefined
	readonly action?: NoticeAction | undefined
}

/** An action available until a moment (ms since 1970), when the message disappears. */
export interface NoticeAction {
	readonly label: string
	readonly until: number
	readonly run: () => void
}

const none: readonly Notice[] = []
const notices = createStore(none)
let lastId = 0

/** Shows an assertive message until dismissed. Repeating a text replaces the earlier message. */
export function notify(
	text: string,
	kind: Notice['kind'] = 'problem',
	{ about, onRetry, action }: Pick<Notice, 'about' | 'onRetry' | 'action'> = {},
): void {
	lastId += 1
	const notice = { id: lastId, text, kind, about, onRetry, action }
	notices.set([...notices.get().filter((other) => other.text !== text), notice])
}

/** Removes one message. */
export function dismissNotice(id: number): void {
	notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** Removes every message, as after a new attempt, a success or a navigation. */
export function clearNotices(): void {
	if (notices.get().length > 0) notices.set(none)
}

/** Hook for the current messages. */
export function useNotices(): readonly Notice[] {
	return useSyncExternalStore(notices.subscribe, notices.get, () => none)
}
