import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApiAnswer, callApi } from '#web/api.ts'
import { randomKey } from '#web/random-key.ts'
import { announce } from '#web/staff/announcer.tsx'

export interface Act {
	readonly path: string
	readonly body?: object
	/** What is said when it is done. */
	readonly done: string
}

/** What is said when something could not be done. */
export function actProblem(answer: Extract<ApiAnswer<unknown>, { ok: false }>): string {
	if (answer.status === 0) return 'Sin conexión. Intenta nuevamente: no se hará dos veces.'
	return answer.text || 'Algo falló. Intenta nuevamente.'
}

/**
 * Carries out what staff decide, once: a click while it is under way counts for nothing, and until it is done every try carries
 * the same key, so that a lost answer is no second order to the server. Afterwards everything in the panel is read again.
 */
export function useAct() {
	const client = useQueryClient()
	const [isBusy, setBusy] = useState(false)
	const [problem, setProblem] = useState<string>()
	const isUnderWay = useRef(false)
	const key = useRef<string>(undefined)

	async function act({ path, body, done }: Act): Promise<boolean> {
		if (isUnderWay.current) return false
		isUnderWay.current = true
		setBusy(true)
		setProblem(undefined)
		key.current ??= randomKey()
		const headers = { 'idempotency-key': key.current }
		const answer = await callApi(path, { method: 'POST', auth: true, headers, ...(body ? { body } : {}) })
		// Whoever was refused decides anew; only a lost answer leaves open whether it was done.
		if (answer.ok || answer.status !== 0) key.current = undefined
		isUnderWay.current = false
		setBusy(false)
		if (!answer.ok) {
			console.error('an action was not done', path, answer.status, answer.code)
			setProblem(actProblem(answer))
			if (answer.status === 409) await client.invalidateQueries({ queryKey: ['panel'] })
			return false
		}
		announce(done)
		await client.invalidateQueries({ queryKey: ['panel'] })
		return true
	}
	return { act, isBusy, problem, forget: () => setProblem(undefined) }
}
