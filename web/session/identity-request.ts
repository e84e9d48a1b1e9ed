import { useSyncExternalStore } from 'react'
import { type ApiAnswer, type CallOptions, callApi } from '#web/session/api.ts'

interface Request {
	readonly settled: Promise<boolean>
	readonly settle: (isProved: boolean) => void
}

/** The one question that is open; calls that need the same proof meanwhile wait for its answer. */
let open: Request | undefined
const listeners = new Set<() => void>()

function put(request: Request | undefined): void {
	open = request
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
		// Nobody is there any more to answer it.
		if (listeners.size === 0) open?.settle(false)
	}
}

/** The open question, for the dialog that asks it. */
export function useIdentityRequest(): Request | undefined {
	return useSyncExternalStore(subscribe, () => open)
}

/** Asks who this is. True once it was proved; false when the person would not, or is on another screen by now. */
export function askIdentity(): Promise<boolean> {
	if (open) return open.settled
	if (listeners.size === 0) return Promise.resolve(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	put({
		settled: promise,
		settle(isProved) {
			put(undefined)
			resolve(isProved)
		},
	})
	return promise
}

/**
 * Calls the API as who is logged in. Where that needs a fresh proof of identity, the person is asked for it, and then what was
 * pressed is carried out. Without the proof the answer is the failure `identidad_requerida`.
 */
export async function callWithIdentity<T>(path: string, options: CallOptions = {}): Promise<ApiAnswer<T>> {
	const answer = await callApi<T>(path, { ...options, auth: true })
	if (answer.ok || answer.code !== 'identidad_requerida' || !(await askIdentity())) return answer
	return await callApi<T>(path, { ...options, auth: true })
}
