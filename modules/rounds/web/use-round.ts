import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { InputOf } from '#core/contract/endpoint.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { keyFor, settle } from '#core/web/panel/pending-requests.ts'
import { call, requestTo, send } from '#core/web/session/api.ts'
import { forgetOfflineCopy } from '#core/web/session/offline-copy.ts'
import { CallFailed, fetchFrom } from '#core/web/session/query-client.tsx'
import { hasKnownOutcome } from '#core/web/ui/known-outcome.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import type { RoundAnswer } from '#modules/rounds/shapes/rounds.ts'
import { rememberedRound, rememberRound } from '#modules/rounds/web/use-offline-round.ts'

/** Pending deliveries and pickups, and the latest rounds. */
export const useDeliveries = () =>
	useQuery({
		queryKey: [...panelKey, 'reparto'],
		queryFn: () => fetchFrom(endpoints.readDeliveries),
		staleTime: 0,
	})

const roundKey = (id: string) => [...panelKey, 'ronda', id] as const

/** Returns a function that writes an answered round to the cache and cancels older requests for it. */
export function useSetRound(): (round: RoundAnswer) => void {
	const client = useQueryClient()
	return useCallback(
		(round) => {
			rememberRound(client, round)
			void client.cancelQueries({ queryKey: roundKey(round.id) })
			client.setQueryData(roundKey(round.id), round)
		},
		[client],
	)
}

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

/** Plans a round. A retry after a lost answer uses the same idempotency key. */
export function usePlanRound(onPlanned: (round: RoundAnswer) => void) {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const plan = useMutation({
		mutationFn: async (body: InputOf<typeof endpoints.planRound>['body']) => {
			const request = requestTo(endpoints.planRound, { body })
			const answer = await send(request, { headers: { 'idempotency-key': keyFor(request, Date.now()) } })
			if (hasKnownOutcome(answer.status)) settle(request)
			return answer
		},
		onSuccess(answer) {
			setProblem(answer.ok ? undefined : actProblem(answer))
			void client.invalidateQueries({ queryKey: panelKey })
			if (answer.ok) onPlanned(answer.data)
		},
	})
	return { plan: plan.mutate, isBusy: plan.isPending, problem }
}

/** Changes the order of the open stops. */
export function useArrangeRound(round: RoundAnswer) {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const arrange = useMutation({
		mutationFn: (body: { paradas: string[]; fijadas: string[]; salida_at?: string }) =>
			call(endpoints.arrangeRound, { params: { id: round.id }, body: { version: round.version, ...body } }),
		onSuccess(answer) {
			setProblem(answer.ok ? undefined : actProblem(answer))
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})
	return { arrange: arrange.mutate, isBusy: arrange.isPending, problem }
}
