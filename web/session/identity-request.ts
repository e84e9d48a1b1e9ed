import { useSyncExternalStore } from 'react'
import type { AnswerOf, Arguments, Endpoint, InputOf } from '#contract/endpoint.ts'
import { type ApiAnswer, type ApiRequest, requestTo, type SendOptions, send } from '#web/session/api.ts'
import { createStore } from '#web/ui/store.ts'

interface Request {
	readonly settled: Promise<boolean>
	readonly settle: (isProved: boolean) => void
}

/** The one question that is open; calls that need the same proof meanwhile wait for its answer. */
const open = createStore<Request | undefined>(undefined)

function subscribe(listener: () => void): () => void {
	const stop = open.subscribe(listener)
	return () => {
		stop()
		// Nobody is there any more to answer it.
		if (!open.isFollowed()) open.get()?.settle(false)
	}
}

/** The open question, for the dialog that asks it. */
export function useIdentityRequest(): Request | undefined {
	return useSyncExternalStore(subscribe, open.get)
}

/** Asks who this is. True once it was proved; false when the person would not, or is on another screen by now. */
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
 * Sends a request. Where it needs a fresh proof of identity, the person is asked for it, and then the request is sent again.
 * Without the proof the answer is the failure `identidad_requerida`.
 */
export async function sendWithIdentity<T>(request: ApiRequest<T>, options: SendOptions = {}): Promise<ApiAnswer<T>> {
	const answer = await send(request, options)
	if (answer.ok || answer.code !== 'identidad_requerida' || !(await askIdentity())) return answer
	return await send(request, options)
}

/** Calls an endpoint, as `sendWithIdentity` does. */
export function callWithIdentity<E extends Endpoint>(
	endpoint: E,
	...[input, options]: Arguments<InputOf<E>, [options?: SendOptions]>
): Promise<ApiAnswer<AnswerOf<E>>> {
	return sendWithIdentity(requestTo(endpoint, ...([input] as Arguments<InputOf<E>>)), options)
}
