import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#core/web/ui/store.ts'

interface Message {
	readonly id: number
	readonly text: string
}

const message = createStore<Message>({ id: 0, text: '' })

/** Announces a text to screen readers, politely. */
export function announce(text: string): void {
	message.set({ id: message.get().id + 1, text })
}

/** The panel's only live region. Changing `part` clears its message. */
export function Announcer({ part }: { part: string }) {
	const { id, text } = useSyncExternalStore(message.subscribe, message.get)
	// biome-ignore lint/correctness/useExhaustiveDependencies: leaving the part clears its message
	useEffect(() => () => announce(''), [part])
	return (
		<div role="status" className="visually-hidden">
			<span key={id}>{text}</span>
		</div>
	)
}
