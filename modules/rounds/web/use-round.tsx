import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { InputOf } from '#core/contract/endpoint.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, panelKey, registerPanelWorker } from '#core/web/panel/panel-parts.tsx'
import { forgetOfflineCopy, offlineCopy, saveOfflineCopy } from '#core/web/session/account.ts'
import { type ApiAnswer, call, requestTo, send } from '#core/web/session/api.ts'
import { hasKnownOutcome, keyFor, settle } from '#core/web/session/idempotency.ts'
import { CallFailed, fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import {
	discard,
	type OutboxEntry,
	onOutboxChange,
	type Press,
	readOutbox,
	type ShownStop,
	sendAgain,
	setAsidePresses,
	unsentPhotos,
	unsentPresses,
	withPresses,
} from '#modules/rounds/web/outbox.ts'
import { onAnsweredPress, pressAt, sendPresses } from '#modules/rounds/web/send-presses.ts'

const counted = (count: number, one: string, more: string) => (count === 1 ? `Una ${one}` : `${count} ${more}`)

/** Returns a sentence with the number of unsent presses and photos. */
export function waitingText(presses: number, photos: number): string {
	const marks = presses > 0 ? [`${counted(presses, 'marca espera', 'marcas esperan')} señal.`] : []
	const pictures = photos > 0 ? [`${counted(photos, 'foto espera', 'fotos esperan')} señal.`] : []
	const isOne = presses + photos === 1
	const where = isOne ? 'Está en este teléfono y se envía sola.' : 'Están en este teléfono y se envían solas.'
	return [...marks, ...pictures, where].join(' ')
}

/** A rejected press, with the actions to retry or discard it. */
function SetAside({ entry, isBusy, send }: { entry: OutboxEntry; isBusy: boolean; send: () => Promise<void> }) {
	const { clave, tipo, nro_orden, problema } = entry
	const of = <span className="visually-hidden">{`, orden ${nro_orden}`}</span>
	return (
		<Alert>
			<p>{`Orden ${nro_orden}: ${tipo === 'foto' ? 'su foto' : 'lo que marcaste'} no quedó. ${problema}`}</p>
			<p className="stop-links">
				<button
					type="button"
					className="staff-action"
					disabled={isBusy}
					onClick={() => {
						sendAgain(clave)
						void send()
					}}
				>
					Enviar otra vez{of}
				</button>
				<button type="button" className="staff-action" disabled={isBusy} onClick={() => discard(clave)}>
					Descartar{of}
				</button>
			</p>
		</Alert>
	)
}

/** The unsent and the rejected presses of this phone. */
export function OutboxNotice() {
	const { setAside, presses, photos, isBusy, send } = useSendingPresses()
	return (
		<>
			{presses + photos > 0 && (
				<Alert tone="info">
					<span>{waitingText(presses, photos)}</span>{' '}
					<button type="button" className="link" disabled={isBusy} onClick={() => void send()}>
						Enviar ahora
					</button>
				</Alert>
			)}
			{setAside.map((entry) => (
				<SetAside key={entry.clave} entry={entry} isBusy={isBusy} send={send} />
			))}
		</>
	)
}

/** Pending deliveries and pickups, and the latest rounds. */
export const useDeliveries = () =>
	useQuery({
		queryKey: [...panelKey, 'reparto'],
		queryFn: () => fetchFrom(endpoints.readDeliveries),
		staleTime: 0,
	})

const roundKey = (id: string) => [...panelKey, 'ronda', id] as const

/** Reads a round. Deletes the offline copy when the server does not know the round. */
async function readRound(client: QueryClient, id: string): Promise<RoundAnswer> {
	try {
		const round = await fetchFrom(endpoints.readRound, { params: { id } })
		rememberRound(client, round)
		return round
	} catch (error) {
		if (error instanceof CallFailed && [403, 404].includes(error.refusal.status)) forgetOfflineCopy(id)
		throw error
	}
}

/** Reads a round every half minute, because another phone may change it. The offline copy is shown at once. */
export function useRound(id: string) {
	const client = useQueryClient()
	const [copy] = useState(() => rememberedRound(id))
	return useQuery({
		queryKey: roundKey(id),
		queryFn: () => readRound(client, id),
		staleTime: 0,
		refetchInterval: 30_000,
		...(copy && { initialData: copy.round, initialDataUpdatedAt: copy.readAt }),
	})
}

/** Returns a function that changes a round and reads the panel's data again. */
function useRoundChange<Body>(
	change: (body: Body) => Promise<ApiAnswer<RoundAnswer>>,
	onChanged?: (round: RoundAnswer) => void,
) {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const { mutate, isPending } = useMutation({
		mutationFn: change,
		onSuccess(answer) {
			setProblem(answer.ok ? undefined : actProblem(answer))
			void client.invalidateQueries({ queryKey: panelKey })
			if (answer.ok) onChanged?.(answer.data)
		},
	})
	return { change: mutate, isBusy: isPending, problem }
}

/** Plans a round. A retry after a lost answer uses the same idempotency key. */
export const usePlanRound = (onPlanned: (round: RoundAnswer) => void) =>
	useRoundChange(async (body: InputOf<typeof endpoints.planRound>['body']) => {
		const request = requestTo(endpoints.planRound, { body })
		const answer = await send(request, { headers: { 'idempotency-key': keyFor(request, Date.now()) } })
		if (hasKnownOutcome(answer.status)) settle(request)
		return answer
	}, onPlanned)

/** Changes the order of the open stops, or the departure. */
export const useArrangeRound = ({ id, version }: RoundAnswer) =>
	useRoundChange((body: { paradas: string[]; fijadas: string[]; salida_at?: string }) =>
		call(endpoints.arrangeRound, { params: { id }, body: { version, ...body } }),
	)

/** Stores a round on this phone while it is on its way, and deletes it afterwards. */
function rememberRound(client: QueryClient, round: RoundAnswer): void {
	if (round.estado !== 'en_curso') {
		forgetOfflineCopy(round.id)
		return
	}
	const account = client.getQueryData<ProfileAnswer>(profileKey) ?? offlineCopy()
	if (!account) return
	const { nombre, tiene_segundo_factor } = account
	// Photo links expire in an hour, and would show customers' doors to a finder of the phone.
	const data: RoundAnswer = { ...round, paradas: round.paradas.map((stop) => ({ ...stop, fotos: [] })) }
	saveOfflineCopy({ id: round.id, nombre, tiene_segundo_factor, data })
}

/** Returns the stored round with its time of reading; undefined when another round or none is stored. */
function rememberedRound(id: string): { readonly round: RoundAnswer; readonly readAt: number } | undefined {
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

const useOutbox = (): readonly OutboxEntry[] => useSyncExternalStore(onOutboxChange, readOutbox)

/** The stops of a round with the presses that this phone has not sent. */
export const useShownStops = ({ paradas }: RoundAnswer): ShownStop[] => withPresses(paradas, unsentPresses(useOutbox()))

const tryEveryMs = 15_000

/** Sends the outbox on `online` and every 15 seconds. */
function useSendingPresses() {
	const client = useQueryClient()
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
				rememberRound(client, round)
				// An older request for the round would show the stop as it was.
				void client.cancelQueries({ queryKey: roundKey(round.id) })
				client.setQueryData(roundKey(round.id), round)
				// Lists that are opened later must include the sent press.
				void client.invalidateQueries({ queryKey: panelKey, refetchType: 'none' })
			}),
		[client],
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

/** Returns an address of an image that the browser has, and revokes it after a change. */
export function useObjectUrl(image: Blob | undefined): string | undefined {
	const [address, setAddress] = useState<string>()
	useEffect(() => {
		if (!image) return
		const made = URL.createObjectURL(image)
		setAddress(made)
		return () => URL.revokeObjectURL(made)
	}, [image])
	return address
}
