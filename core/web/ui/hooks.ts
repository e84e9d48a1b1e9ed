import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '#core/web/ui/store.ts'

const never = () => () => {}

/** False until hydration, for values that only the browser has. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}

/** Whether a media query matches; `untilHydrated` before the browser can say. */
export function useMedia(query: string, untilHydrated = false): boolean {
	const subscribe = useCallback(
		(listener: () => void) => {
			const media = window.matchMedia(query)
			media.addEventListener('change', listener)
			return () => media.removeEventListener('change', listener)
		},
		[query],
	)
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(query).matches,
		() => untilHydrated,
	)
}

/** Whether the window is wide enough for tables; below they are cards. */
export const useWide = (): boolean => useMedia('(min-width: 768px)', true)

/** Returns the value after `ms` milliseconds without a change. */
export function useDebounced(text: string, ms: number): string {
	const [settled, setSettled] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), ms)
		return () => clearTimeout(timer)
	}, [text, ms])
	return settled
}

/** Runs when the browser restores the page from the back/forward cache, e.g. after the gateway: its button works again. */
export function usePageRestored(onBack: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: it sets a state to a fixed value
	useEffect(() => {
		const onShow = (event: PageTransitionEvent) => {
			if (event.persisted) onBack()
		}
		window.addEventListener('pageshow', onShow)
		return () => window.removeEventListener('pageshow', onShow)
	}, [])
}

interface Question {
	readonly settled: Promise<boolean>
	readonly settle: (isYes: boolean) => void
}

/** A confirmation dialog as a promise of its answer; false when the dialog is unmounted or opened again. */
export function createQuestion<Asked extends object = object>() {
	const open = createStore<(Asked & Question) | undefined>(undefined)

	function subscribe(listener: () => void): () => void {
		const stop = open.subscribe(listener)
		return () => {
			stop()
			if (!open.isFollowed()) open.get()?.settle(false)
		}
	}

	function ask(asked: Asked): Promise<boolean> {
		open.get()?.settle(false)
		const { promise: settled, resolve } = Promise.withResolvers<boolean>()
		function settle(isYes: boolean): void {
			open.set(undefined)
			resolve(isYes)
		}
		open.set({ ...asked, settled, settle })
		return settled
	}
	return { ask, open: open.get, isFollowed: open.isFollowed, useOpen: () => useSyncExternalStore(subscribe, open.get) }
}
