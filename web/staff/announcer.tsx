import { useSyncExternalStore } from 'react'

interface Message {
	readonly id: number
	readonly text: string
}

let message: Message = { id: 0, text: '' }
const listeners = new Set<() => void>()

/** Says something to who cannot see the screen, after what is being read. */
export function announce(text: string): void {
	message = { id: message.id + 1, text }
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** Where announcements are read from; one of it stands in the panel. */
export function Announcer() {
	const { id, text } = useSyncExternalStore(subscribe, () => message)
	return (
		<div role="status" className="sr-only">
			<span key={id}>{text}</span>
		</div>
	)
}
