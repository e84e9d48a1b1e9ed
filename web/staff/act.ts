import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiAnswer, ApiRequest } from '#web/session/api.ts'
import { sendWithIdentity } from '#web/session/identity-request.ts'
import { announce } from '#web/staff/announcer.tsx'
import { panelKey } from '#web/staff/panel-key.ts'
import { keyFor, purgeOldRequests, settle } from '#web/staff/pending-requests.ts'
import { hasKnownOutcome } from '#web/ui/known-outcome.ts'
import { clearNotices, notify } from '#web/ui/notices-store.ts'

export interface Act {
	readonly request: ApiRequest
	/** What is said when it is done. */
	readonly done: string
	/** It completes the act before it, whose message stays. */
	readonly follows?: boolean
	/** What to do after a lost answer, where asking again could do it twice. */
	readonly ifLost?: string
	/** How long the answer may take; half a minute where nothing is said. */
	readonly timeoutMs?: number
	/** Shows a refusal beside the field that the server names; false where there is no such field. */
	readonly refuseField?: (name: string, problem: string) => boolean
}

/** What is said when the shop knew this decision already: whoever meant a new one has to hear that it was not carried out. */
const repeatedText = 'Esto ya estaba hecho: no se hizo otra vez. Si quieres hacerlo de nuevo, pídelo otra vez.'

const doneOnce = 'Intenta nuevamente: no se hará dos veces.'

/** What is said when something could not be done. */
export function actProblem(answer: Extract<ApiAnswer<unknown>, { ok: false }>, ifLost = doneOnce): string {
	if (answer.status === 0) return `Sin conexión. ${ifLost}`
	if (answer.status >= 500) return answer.text || `La tienda no respondió. ${ifLost}`
	return answer.text || 'Algo falló. Intenta nuevamente.'
}

/** Sends a request of staff under the key that it has until its end is known. */
async function sendOnce({ request, timeoutMs }: { request: ApiRequest; timeoutMs: number | undefined }) {
	const answer = await sendWithIdentity(request as ApiRequest<{ repetida?: boolean } | null>, {
		headers: { 'idempotency-key': keyFor(request, Date.now()) },
		...(timeoutMs ? { timeoutMs } : {}),
	})
	if (hasKnownOutcome(answer.status)) settle(request)
	return answer
}

/**
 * Carries out what staff decide, once: a click while it is under way counts for nothing, and until its end is known every try
 * carries the same key, so that a lost answer is no second order to the server. Whenever something may have changed, everything
 * in the panel is read again.
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
			const isAtField = isShown.current && typeof campo === 'string' && refuseField?.(campo, trouble)
			if (isShown.current && !isAtField) setProblem(trouble)
			// Whoever has left the place where it was asked for would never learn of it.
			if (!isShown.current) notify(`Lo último que pediste no se confirmó. ${trouble}`)
			// What is shown is out of date, or a lost answer leaves open whether it is.
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
