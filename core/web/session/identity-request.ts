import { useSyncExternalStore } from 'react'
import type { AnswerOf, Arguments, Endpoint, InputOf } from '#core/contract/endpoint.ts'
import {
	type ApiAnswer,
	type ApiRequest,
	accessToken,
	renew,
	requestTo,
	type SendOptions,
	send,
} from '#core/web/session/api.ts'
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
function askIdentity(): Promise<boolean> {
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

const timeoutMs = 120_000

function ask(path: string): Promise<Response> {
	const headers = { authorization: `Bearer ${accessToken() ?? ''}` }
	return fetch(path, { headers, signal: AbortSignal.timeout(timeoutMs) })
}

/** Gets a file that only staff may read. Throws when it does not come whole. */
export async function fetchFile(path: string): Promise<Blob> {
	let response = await ask(path)
	if (response.status === 401) {
		await renew(accessToken())
		response = await ask(path)
	}
	if (response.status === 403 && (await askIdentity())) response = await ask(path)
	if (!response.ok) throw new Error(`${path}: ${response.status}`)
	return await response.blob()
}

/** Fetches a file with the session's token and hands it to the browser's downloads under `name`. Throws when that fails. */
export async function downloadFile(path: string, name: string): Promise<void> {
	offerFile(name, await fetchFile(path))
}

/** Downloads a blob as `name`. */
export function offerFile(name: string, file: Blob): void {
	const address = URL.createObjectURL(file)
	const link = document.createElement('a')
	link.href = address
	link.download = name
	link.click()
	// The download has started by then; without revoking, the file would stay in memory.
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
