import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProfileAnswer } from '#contract/accounts/profile.ts'
import type { RoundAnswer } from '#contract/staff/rounds.ts'
import { forgetOfflineCopy, keepOfflineCopy, offlineCopy } from '#web/session/offline-copy.ts'
import { profileKey } from '#web/session/use-profile.ts'
import { registerPanelWorker } from '#web/staff/push/panel-worker.ts'

/** Keeps a round on this phone while it is on its way, and forgets it when it is over. */
export function rememberRound(client: QueryClient, round: RoundAnswer): void {
	if (round.estado !== 'en_curso') {
		forgetOfflineCopy(round.id)
		return
	}
	const profile = client.getQueryData<ProfileAnswer>(profileKey)
	const known = profile ?? offlineCopy()
	if (!known) return
	const { nombre, tiene_segundo_factor } = known
	// Links to photos open the doors of customers to whoever finds the phone, and are dead in an hour.
	const data: RoundAnswer = { ...round, paradas: round.paradas.map((stop) => ({ ...stop, fotos: [] })) }
	keepOfflineCopy({ id: round.id, nombre, tiene_segundo_factor, data })
}

/** What this phone keeps of a round, and when that was read; undefined where it keeps another one or none. */
export function rememberedRound(id: string): { readonly round: RoundAnswer; readonly readAt: number } | undefined {
	const copy = offlineCopy()
	// What is kept there is what `rememberRound` wrote.
	return copy?.id === id ? { round: copy.data as RoundAnswer, readAt: copy.read_at } : undefined
}

/** Asks the worker to keep the page of a round; the same page again is kept once. */
function keepPage(): void {
	navigator.serviceWorker.controller?.postMessage('guardar_reparto')
}

/** Has the page of a round open without a signal too, after a reload in an underground car park. */
export function useOfflinePage(isOnTheWay: boolean): void {
	useEffect(() => {
		if (!isOnTheWay || !('serviceWorker' in navigator)) return
		// A newer worker takes over a moment later.
		navigator.serviceWorker.addEventListener('controllerchange', keepPage)
		registerPanelWorker().then(keepPage, (error: unknown) =>
			console.warn('the page of a round cannot be kept for when there is no signal', error),
		)
		return () => navigator.serviceWorker.removeEventListener('controllerchange', keepPage)
	}, [isOnTheWay])
}
