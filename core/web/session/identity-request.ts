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
import { createQuestion } from '#core/web/ui/hooks.ts'

const proof = createQuestion()

/** Hook for the open request of a proof, for its dialog. */
export const useIdentityRequest = proof.useOpen

/** Requests a proof of identity, once for all that wait for it. True when given; false when cancelled or the screen was left. */
export async function askIdentity(): Promise<boolean> {
	const open = proof.open()
	if (open) return await open.settled
	return proof.isFollowed() && (await proof.ask({}))
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
