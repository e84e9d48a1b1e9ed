import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

interface Message {
	readonly id: number
	readonly text: string
}

const message = createStore<Message>({ id: 0, text: '' })

/** Says something to who cannot see the screen, after what is being read. */
export function announce(text: string): void {
	message.set({ id: message.get().id + 1, text })
}

/** Where announcements are read from; one of it stands in the panel. */
export function Announcer() {
	const { id, text } = useSyncExternalStore(message.subscribe, message.get)
	return (
		<div role="status" className="sr-only">
			<span key={id}>{text}</span>
		</div>
	)
}
