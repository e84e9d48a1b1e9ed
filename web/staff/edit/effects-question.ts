import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

export interface EffectsQuestion {
	/** What is about to change, as in `Estado, orden 1001: Cancelado`. */
	readonly change: string
	readonly efectos: readonly string[]
	readonly answer: (isWanted: boolean) => void
}

/** The one change that waits for a yes. */
const open = createStore<EffectsQuestion | undefined>(undefined)

function subscribe(listener: () => void): () => void {
	const stop = open.subscribe(listener)
	return () => {
		stop()
		// The panel is gone, and nobody can answer any more.
		if (!open.isFollowed()) open.get()?.answer(false)
	}
}

/** The open question, for the dialog that shows it. */
export function useEffectsQuestion(): EffectsQuestion | undefined {
	return useSyncExternalStore(subscribe, open.get)
}

/** Shows what a change brings about; true once staff want it all the same. */
export function askEffects(change: string, efectos: readonly string[]): Promise<boolean> {
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
