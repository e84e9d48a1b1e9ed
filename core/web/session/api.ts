import { useSyncExternalStore } from 'react'
import { type AnswerOf, type Arguments, type Endpoint, type InputOf, writeAddress } from '#core/contract/endpoint.ts'
import { refreshToken as refreshTokens } from '#core/contract/endpoints.ts'
import { isRecord } from '#core/rules/values.ts'
import { createListeners, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'

/** An API answer: its data, or the failure with code, message and fields. */
export type ApiAnswer<T> =
	| { readonly ok: true; readonly status: number; readonly data: T }
	| {
			readonly ok: false
			/** 0 without an answer. */
			readonly status: number
			/** A failure code of the shop; without an answer `sin_respuesta` after the time limit, else `sin_conexion`. */
			readonly code: string
			readonly text: string
			readonly extra: Readonly<Record<string, unknown>>
			/** The raw body. */
			readonly body: string
	  }

/** A request as plain data, so it can be stored, compared and repeated. */
export interface ApiRequest<Answer = unknown> {
	readonly method: Endpoint['method']
	/** Path and query. */
	readonly address: string
	/** Sent as JSON, or unchanged when it is a FormData. */
	readonly body?: unknown
	/** Sends the stored access token, renewed once when expired. */
	readonly auth: boolean
	/** Type of a successful answer's data, at compile time only. */
	readonly answer?: Answer
}

/** Options beside a request. */
export interface SendOptions {
	readonly headers?: Readonly<Record<string, string>>
	/** In ms, 30 seconds by default. */
	readonly timeoutMs?: number
}

/** Message of an expired session; the whole list of failures is too large for every page. */
export const expiredText = 'Sesión expirada. Inicia sesión de nuevo.'

function failed<T>(status: number, code: string, text: string, answered = { body: '', extra: {} }): ApiAnswer<T> {
	return { ok: false, status, code, text, ...answered }
}

function fetchOptions({ method, body }: ApiRequest, options: SendOptions, token: string | null): RequestInit {
	const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
	if (token) headers.authorization = `Bearer ${token}`
	const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000)
	if (body === undefined) return { method, headers, signal }
	if (body instanceof FormData) return { method, headers, signal, body }
	headers['content-type'] = 'application/json'
	return { method, headers, signal, body: JSON.stringify(body) }
}

function parsed(text: string): unknown {
	try {
		return text === '' ? null : JSON.parse(text)
	} catch {
		return null
	}
}

async function sendAs<T>(request: ApiRequest<T>, options: SendOptions, token: string | null): Promise<ApiAnswer<T>> {
	let response: Response
	let body: string
	try {
		response = await fetch(request.address, fetchOptions(request, options, token))
		body = await response.text()
	} catch (error) {
		const isLate = error instanceof DOMException && error.name === 'TimeoutError'
		return failed(0, isLate ? 'sin_respuesta' : 'sin_conexion', error instanceof Error ? error.message : String(error))
	}
	const value = parsed(body)
	// The server validates its answers with the schemas of T.
	if (response.ok) return { ok: true, status: response.status, data: value as T }
	const { error, detail, code, ...extra } = isRecord(value) ? value : {}
	const text = typeof error === 'string' ? error : typeof detail === 'string' ? detail : ''
	return failed(response.status, typeof code === 'string' ? code : '', text, { body, extra })
}

/** One refresh at a time across tabs: a reused refresh token ends the whole session, except after one lost answer. */
let queue: Promise<unknown> = Promise.resolve()
function alone<T>(work: () => Promise<T>): Promise<T> {
	if ('locks' in navigator) return navigator.locks.request('premium-shaker-session', work) as Promise<T>
	const next = queue.then(work, work)
	queue = next
	return next
}

/** In ms, short enough for a retry while the server repeats the same tokens for a refresh token (30 s). */
const renewTimeoutMs = 10_000
const lostAnswerPauseMs = 500

/** Exchanges the refresh token, with one retry when the answer was lost. */
async function trade(refresh: string): Promise<ApiAnswer<Tokens>> {
	const request = requestTo(refreshTokens, { body: { refresh } })
	const options = { timeoutMs: renewTimeoutMs }
	const answer = await sendAs(request, options, null)
	if (answer.ok || (answer.status > 0 && answer.status < 500)) return answer
	await new Promise((resolve) => setTimeout(resolve, lostAnswerPauseMs))
	return await sendAs(request, options, null)
}

/** Returns a new access token in place of `used`, or the failure; an expired session's tokens are removed. */
export function renew(used: string | null): Promise<string | ApiAnswer<never>> {
	return alone(async () => {
		const current = accessToken()
		if (current && current !== used) return current
		const refresh = refreshToken()
		const answer = refresh ? await trade(refresh) : undefined
		if (answer?.ok) {
			saveSession(answer.data)
			return answer.data.access
		}
		if (answer && answer.status !== 401) return answer
		clearSession()
		return failed(401, 'sesion_expirada', expiredText)
	})
}

/** Returns the request of an endpoint with an input. */
export function requestTo<E extends Endpoint>(
	{ method, path, caller }: E,
	...[input]: Arguments<InputOf<E>>
): ApiRequest<AnswerOf<E>> {
	const { body, ...address } = (input ?? {}) as { readonly body?: unknown }
	return {
		method,
		address: writeAddress(path, address),
		auth: caller !== 'anyone',
		...(body !== undefined && { body }),
	}
}

/**
 * Sends a request to the shop's API at the same origin. Never throws: a lost connection is a failure with status 0. With
 * `auth`, an expired access token is renewed once and the call repeated; when refused, the tokens are removed and the code
 * is `sesion_expirada`.
 */
export async function send<T>(request: ApiRequest<T>, options: SendOptions = {}): Promise<ApiAnswer<T>> {
	if (!request.auth) return sendAs(request, options, null)
	const token = accessToken()
	if (token) {
		const answer = await sendAs(request, options, token)
		if (answer.ok || answer.status !== 401) return answer
	}
	const renewed = await renew(token)
	return typeof renewed === 'string' ? sendAs(request, options, renewed) : renewed
}

/** Calls an endpoint through `send`. */
export function call<E extends Endpoint>(
	endpoint: E,
	...[input, options]: Arguments<InputOf<E>, [options?: SendOptions]>
): Promise<ApiAnswer<AnswerOf<E>>> {
	return send(requestTo(endpoint, ...([input] as Arguments<InputOf<E>>)), options)
}

const accessKey = 'access_token'
const refreshKey = 'refresh_token'
/** localStorage key of the account's offline data (account.ts). */
export const offlineCopyKey = 'premium-shaker-ronda'
const listeners = createListeners()

/** `unknown` until hydration; redirects wait for `open` or `closed`. */
export type Session = 'unknown' | 'open' | 'closed'

export interface Tokens {
	readonly access: string
	readonly refresh: string
}

/** Returns the stored tokens; null when logged out. */
export const accessToken = (): string | null => readText(accessKey)
export const refreshToken = (): string | null => readText(refreshKey)

/** Stores both tokens after a login or a refresh, and notifies every component in every tab. */
export function saveSession(tokens: Tokens): void {
	writeText(accessKey, tokens.access)
	writeText(refreshKey, tokens.refresh)
	listeners.notify()
}

/** Removes both tokens and the account's offline data. */
export function clearSession(): void {
	writeText(accessKey, null)
	writeText(refreshKey, null)
	writeText(offlineCopyKey, null)
	listeners.notify()
}

/** Calls back when the session changes, in this tab or another. Returns the unsubscribe function. */
export function onSession(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([accessKey, refreshKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

const current = (): Session => (accessToken() ? 'open' : 'closed')

/** Returns whether an access token is stored, the only client-side login check. */
export function useSession(): Session {
	return useSyncExternalStore(onSession, current, () => 'unknown')
}
