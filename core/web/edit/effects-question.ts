import { useSyncExternalStore } from 'react'
import { createStore } from '#core/web/ui/store.ts'

export interface EffectsQuestion {
	/** The pending change, such as `Estado, orden 1001: Cancelado`. */
	readonly change: string
	readonly efectos: readonly string[]
	readonly answer: (isWanted: boolean) => void
}

/** The change that awaits confirmation. */
const open = createStore<EffectsQuestion | undefined>(undefined)

function subscribe(listener: () => void): () => void {
	const stop = open.subscribe(listener)
	return () => {
		stop()
		// Unmounting the panel cancels the question.
		if (!open.isFollowed()) open.get()?.answer(false)
	}
}

export function useEffectsQuestion(): EffectsQuestion | undefined {
	return useSyncExternalStore(subscribe, open.get)
}

/** Shows the effects of a change. Resolves to true when staff confirm it. */
export function confirmEffects(change: string, efectos: readonly string[]): Promise<boolean> {
	open.get()?.answer(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	open.set({
		change,
		efectos,
		answer(isWanted) {
			open.set(undefined)
			resolve(isWanted)
		},
	})
	return promise
}
