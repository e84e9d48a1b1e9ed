import { useEffect, useSyncExternalStore } from 'react'
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

/** Where announcements are read from; the panel has one. A message goes with the part of the panel that it is about. */
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
