import { useSyncExternalStore } from 'react'
import type { AnswerOf, Arguments, Endpoint, InputOf } from '#core/contract/endpoint.ts'
import { type ApiAnswer, type ApiRequest, requestTo, type SendOptions, send } from '#core/web/session/api.ts'
import { createStore } from '#core/web/ui/store.ts'

interface Request {
	readonly settled: Promise<boolean>
	readonly settle: (isProved: boolean) => void
}

/** The open request for a proof; later calls with the same need wait for it. */
const open = createStore<Request | undefined>(undefined)

function subscribe(listener: () => void): () => void {
	const stop = open.subscribe(listener)
	return () => {
		stop()
		// The dialog is unmounted, so no answer can follow.
		if (!open.isFollowed()) open.get()?.settle(false)
	}
}

/** Hook for the open request, for its dialog. */
export function useIdentityRequest(): Request | undefined {
	return useSyncExternalStore(subscribe, open.get)
}

/** Requests a proof of identity. True when given; false when cancelled or the screen was left. */
export function askIdentity(): Promise<boolean> {
	const current = open.get()
	if (current) return current.settled
	if (!open.isFollowed()) return Promise.resolve(false)
	const { promise, resolve } = Promise.withResolvers<boolean>()
	open.set({
		settled: promise,
		settle(isProved) {
			open.set(undefined)
			resolve(isProved)
		},
	})
	return promise
}

/**
 * Sends a request. If it needs a fresh proof of identity, opens the dialog and repeats the request afterwards. Without the
 * proof the failure is `identidad_requerida`.
 */
export async function sendWithIdentity<T>(request: ApiRequest<T>, options: SendOptions = {}): Promise<ApiAnswer<T>> {
	const answer = await send(request, options)
	if (answer.ok || answer.code !== 'identidad_requerida' || !(await askIdentity())) return answer
	return await send(request, options)
}

/** Calls an endpoint through `sendWithIdentity`. */
export function callWithIdentity<E extends Endpoint>(
	endpoint: E,
	...[input, options]: Arguments<InputOf<E>, [options?: SendOptions]>
): Promise<ApiAnswer<AnswerOf<E>>> {
	return sendWithIdentity(requestTo(endpoint, ...([input] as Arguments<InputOf<E>>)), options)
}
