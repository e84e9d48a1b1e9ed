import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { registerPanelWorker } from '#core/web/panel/panel-worker.ts'
import { forgetOfflineCopy, offlineCopy, saveOfflineCopy } from '#core/web/session/offline-copy.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import type { RoundAnswer } from '#modules/rounds/shapes/rounds.ts'

/** Stores a round on this phone while it is on its way, and deletes it afterwards. */
export function rememberRound(client: QueryClient, round: RoundAnswer): void {
	if (round.estado !== 'en_curso') {
		forgetOfflineCopy(round.id)
		return
	}
	const profile = client.getQueryData<ProfileAnswer>(profileKey)
	const account = profile ?? offlineCopy()
	if (!account) return
	const { nombre, tiene_segundo_factor } = account
	// Photo links expire in an hour, and would show customers' doors to a finder of the phone.
	const data: RoundAnswer = { ...round, paradas: round.paradas.map((stop) => ({ ...stop, fotos: [] })) }
	saveOfflineCopy({ id: round.id, nombre, tiene_segundo_factor, data })
}

/** Returns the stored round with its time of reading; undefined when another round or none is stored. */
export function rememberedRound(id: string): { readonly round: RoundAnswer; readonly readAt: number } | undefined {
	const copy = offlineCopy()
	// `rememberRound` is the only writer.
	return copy?.id === id ? { round: copy.data as RoundAnswer, readAt: copy.read_at } : undefined
}

/** Requests the service worker to cache the round's page. */
function cachePage(): void {
	navigator.serviceWorker.controller?.postMessage('guardar_reparto')
}

/** Caches the round's page for a reload without a signal. */
export function useOfflinePage(isOnTheWay: boolean): void {
	useEffect(() => {
		if (!isOnTheWay || !('serviceWorker' in navigator)) return
		// A newer worker has an empty cache.
		navigator.serviceWorker.addEventListener('controllerchange', cachePage)
		registerPanelWorker().then(cachePage, (error: unknown) =>
			console.warn('the page of a round could not be cached', error),
		)
		return () => navigator.serviceWorker.removeEventListener('controllerchange', cachePage)
	}, [isOnTheWay])
}
