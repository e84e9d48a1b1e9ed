import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { announce } from '#core/web/panel/announcer.tsx'
import { panelKey } from '#core/web/panel/panel-key.ts'
import {
	type OutboxEntry,
	onAnsweredPress,
	onOutboxChange,
	type Press,
	pressAt,
	readOutbox,
	sendPresses,
	setAsidePresses,
	unsentPhotos,
	unsentPresses,
} from '#modules/rounds/web/outbox.ts'
import { useSetRound } from '#modules/rounds/web/use-round.ts'

export const useOutbox = (): readonly OutboxEntry[] => useSyncExternalStore(onOutboxChange, readOutbox)

const tryEveryMs = 15_000

/** Sends the outbox on `online` and every 15 seconds. */
export function useSendingPresses() {
	const client = useQueryClient()
	const setRound = useSetRound()
	const entries = useOutbox()
	const photos = unsentPhotos(entries).length
	const presses = unsentPresses(entries).length
	const count = presses + photos
	const [isBusy, setBusy] = useState(false)
	const send = useCallback(async () => {
		setBusy(true)
		await sendPresses()
		setBusy(false)
		await client.invalidateQueries({ queryKey: panelKey })
	}, [client])
	useEffect(
		() =>
			onAnsweredPress((round) => {
				setRound(round)
				// Lists that are opened later must include the sent press.
				void client.invalidateQueries({ queryKey: panelKey, refetchType: 'none' })
			}),
		[client, setRound],
	)
	useEffect(() => {
		const entries = readOutbox()
		if (unsentPresses(entries).length + unsentPhotos(entries).length > 0) void send()
	}, [send])
	useEffect(() => {
		if (count === 0) return
		const timer = setInterval(() => void send(), tryEveryMs)
		const onOnline = () => void send()
		window.addEventListener('online', onOnline)
		return () => {
			clearInterval(timer)
			window.removeEventListener('online', onOnline)
		}
	}, [count, send])
	return { setAside: setAsidePresses(entries), presses, photos, isBusy, send }
}

/** Sends a press. Returns false and shows the reason when the server rejects it. */
export function usePress() {
	const client = useQueryClient()
	const [isBusy, setBusy] = useState(false)
	const [problem, setProblem] = useState<string>()
	async function press(pressed: Press, done: string, photo?: Blob): Promise<boolean> {
		if (isBusy) return false
		setBusy(true)
		setProblem(undefined)
		const outcome = await pressAt(pressed, photo)
		const refreshed = client.invalidateQueries({ queryKey: panelKey })
		// Offline, a refetch cannot succeed, so the unsent press is shown at once.
		if (outcome.is === 'done' || outcome.is === 'refused') await refreshed
		setBusy(false)
		if (outcome.is === 'refused') setProblem(outcome.problem)
		else announce(outcome.is === 'queued' ? `${done}. Se enviará cuando haya señal.` : done)
		return outcome.is !== 'refused'
	}
	return { press, isBusy, problem }
}
