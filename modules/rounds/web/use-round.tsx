import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { InputOf } from '#core/contract/endpoint.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, panelKey, StaffAction } from '#core/web/panel/panel-parts.tsx'
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
	onAnsweredPress,
	onOutboxChange,
	type Press,
	pressAt,
	readOutbox,
	type ShownStop,
	sendAgain,
	sendPresses,
	setAsidePresses,
	unsentPhotos,
	unsentPresses,
	withPresses,
} from '#modules/rounds/web/outbox.ts'

const counted = (count: number, one: string, more: string) => (count === 1 ? `Una ${one}` : `${count} ${more}`)

/** Returns a sentence with the number of unsent presses and photos. */
export function waitingText(presses: number, photos: number): string {
	const marks = presses > 0 ? [`${counted(presses, 'marca espera', 'marcas esperan')} señal.`] : []
	const pictures = photos > 0 ? [`${counted(photos, 'foto espera', 'fotos esperan')} señal.`] : []
	const isOne = presses + photos === 1
	const where = isOne ? 'Está en este teléfono y se envía sola.' : 'Están en este teléfono y se envían solas.'
	return [...marks, ...pictures, where].join(' ')
}

/** The unsent presses of this phone, and the rejected ones with the actions to retry or discard them. */
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
			{setAside.map(({ clave, tipo, nro_orden, problema }) => (
				<Alert key={clave}>
					<p>{`Orden ${nro_orden}: ${tipo === 'foto' ? 'su foto' : 'lo que marcaste'} no quedó. ${problema}`}</p>
					<p className="stop-links">
						<StaffAction
							of={`, orden ${nro_orden}`}
							disabled={isBusy}
							onClick={() => {
								sendAgain(clave)
								void send()
							}}
						>
							Enviar otra vez
						</StaffAction>
						<StaffAction of={`, orden ${nro_orden}`} disabled={isBusy} onClick={() => discard(clave)}>
							Descartar
						</StaffAction>
					</p>
				</Alert>
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

/** Reads a round every half minute, because another phone may change it. The offline copy is shown at once. */
export function useRound(id: string) {
	const client = useQueryClient()
	const [copy] = useState(() => {
		const stored = offlineCopy()
		// `rememberRound` is the only writer.
		return stored?.id === id ? { round: stored.data as RoundAnswer, readAt: stored.read_at } : undefined
	})
	return useQuery({
		queryKey: roundKey(id),
		async queryFn() {
			try {
				const round = await fetchFrom(endpoints.readRound, { params: { id } })
				rememberRound(client, round)
				return round
			} catch (error) {
				if (error instanceof CallFailed && [403, 404].includes(error.refusal.status)) forgetOfflineCopy(id)
				throw error
			}
		},
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

const useOutbox = (): readonly OutboxEntry[] => useSyncExternalStore(onOutboxChange, readOutbox)

/** The stops of a round with the presses that this phone has not sent. */
export const useShownStops = ({ paradas }: RoundAnswer): ShownStop[] => withPresses(paradas, unsentPresses(useOutbox()))

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
		const timer = setInterval(() => void send(), 15_000)
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
