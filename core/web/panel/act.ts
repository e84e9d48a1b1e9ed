import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reloadText } from '#core/rules/limits.ts'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import type { ApiAnswer, ApiRequest } from '#core/web/session/api.ts'
import { hasKnownOutcome, keyFor, purgeOldRequests, settle } from '#core/web/session/idempotency.ts'
import { sendWithIdentity } from '#core/web/session/identity-request.ts'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'

export interface Act {
	readonly request: ApiRequest
	/** Announced after success. */
	readonly done: string
	/** Leaves the notices of the preceding act on the page. */
	readonly follows?: boolean
	/** Replaces the advice after a lost answer, for requests that are not idempotent. */
	readonly ifLost?: string
	/** Milliseconds; the client's default applies when absent. */
	readonly timeoutMs?: number
	/** Shows the server's error beside the field `name`. Returns false when the form has no such field. */
	readonly refuseField?: (name: string, problem: string) => boolean
}

/** Shown for a replayed request, because the new decision was not carried out. */
const repeatedText = 'Esto ya estaba hecho: no se hizo otra vez. Si quieres hacerlo de nuevo, pídelo otra vez.'

const doneOnce = 'Intenta nuevamente: no se hará dos veces.'

/** Returns the message for a failed request. */
export function actProblem(answer: Extract<ApiAnswer<unknown>, { ok: false }>, ifLost = doneOnce): string {
	if (answer.status === 0) return `Sin conexión. ${ifLost}`
	if (answer.status >= 500) return answer.text || `La tienda no respondió. ${ifLost}`
	return answer.text || 'Algo falló. Intenta nuevamente.'
}

/** Sends the request with its idempotency key, and releases the key once the outcome is known. */
async function sendOnce({ request, timeoutMs }: { request: ApiRequest; timeoutMs: number | undefined }) {
	const answer = await sendWithIdentity(request as ApiRequest<{ repetida?: boolean } | null>, {
		headers: { 'idempotency-key': keyFor(request, Date.now()) },
		...(timeoutMs ? { timeoutMs } : {}),
	})
	if (hasKnownOutcome(answer.status)) settle(request)
	return answer
}

/**
 * Returns a function that sends one request at a time. A retry after a lost answer reuses the idempotency key, and the panel's
 * queries are invalidated whenever the data may have changed.
 */
export function useAct() {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const isShown = useRef(false)
	useEffect(() => {
		purgeOldRequests(Date.now())
		isShown.current = true
		return () => {
			isShown.current = false
		}
	}, [])

	const call = useMutation({ mutationFn: sendOnce })

	async function act({ request, done, follows = false, ifLost, timeoutMs, refuseField }: Act): Promise<boolean> {
		if (call.isPending) return false
		setProblem(undefined)
		const answer = await call.mutateAsync({ request, timeoutMs })
		if (!answer.ok) {
			console.error('an action was not done', request.address, answer.status, answer.code)
			const trouble = actProblem(answer, ifLost)
			const { campo } = answer.extra
			const hasField = typeof campo === 'string' && refuseField !== undefined
			const isAtField = isShown.current && hasField && refuseField(campo, trouble)
			// The page may be older than the server's field.
			if (isShown.current && !isAtField) setProblem(hasField ? `${trouble} ${reloadText}` : trouble)
			// The component that shows the problem is unmounted, so a notice shows it instead.
			if (!isShown.current) notify(`Lo último que pediste no se confirmó. ${trouble}`)
			// The shown data is stale, or a lost answer leaves it unclear.
			const isOutdated = answer.status === 409 || answer.status === 0 || answer.status >= 500
			if (isOutdated) await client.invalidateQueries({ queryKey: panelKey })
			return false
		}
		if (!follows) clearNotices()
		if (answer.data?.repetida) notify(repeatedText, 'done')
		else announce(done)
		await client.invalidateQueries({ queryKey: panelKey })
		return true
	}
	return { act, isBusy: call.isPending, problem }
}
