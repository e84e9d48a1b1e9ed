import { refreshToken } from '#contract/accounts/endpoints.ts'
import { type AnswerOf, type Arguments, type Endpoint, type InputOf, writeAddress } from '#contract/endpoint.ts'
import { isRecord } from '#domain/is-record.ts'
import {
	accessToken,
	clearSession,
	saveSession,
	refreshToken as storedRefreshToken,
	type Tokens,
} from '#web/session/session.ts'

/** An answer of the API: its data, or the failure with its machine code, its sentence and what travels beside them. */
export type ApiAnswer<T> =
	| { readonly ok: true; readonly status: number; readonly data: T }
	| {
			readonly ok: false
			/** 0 when no answer came. */
			readonly status: number
			/** A code of the shop's closed list, or `sin_conexion` when no answer came. */
			readonly code: string
			readonly text: string
			readonly extra: Readonly<Record<string, unknown>>
			/** The answer's body as it came. */
			readonly body: string
	  }

/** A call that is ready to be sent: plain data, so that it can wait, be compared, and be sent again. */
export interface ApiRequest<Answer = unknown> {
	readonly method: Endpoint['method']
	/** Path and query. */
	readonly address: string
	/** Sent as JSON, or as it is when it is a form. */
	readonly body?: unknown
	/** Sends the stored access token, and renews it once when it has expired. */
	readonly auth: boolean
	/** Only for the compiler: the data of a successful answer. */
	readonly answer?: Answer
}

/** What travels beside a request. */
export interface SendOptions {
	readonly headers?: Readonly<Record<string, string>>
	/** 30 seconds by default. */
	readonly timeoutMs?: number
}

/** What whoever's session has run out reads; the list of failures that also has it is too long for every page. */
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
		return failed(0, 'sin_conexion', error instanceof Error ? error.message : String(error))
	}
	const value = parsed(body)
	// The server validates its answers with the same schemas that T comes from.
	if (response.ok) return { ok: true, status: response.status, data: value as T }
	const { error, detail, code, ...extra } = isRecord(value) ? value : {}
	const text = typeof error === 'string' ? error : typeof detail === 'string' ? detail : ''
	return failed(response.status, typeof code === 'string' ? code : '', text, { body, extra })
}

/** One at a time over all tabs: a refresh token that is used again, but for one lost answer, ends the whole session. */
let queue: Promise<unknown> = Promise.resolve()
function alone<T>(work: () => Promise<T>): Promise<T> {
	if ('locks' in navigator) return navigator.locks.request('premium-shaker-session', work) as Promise<T>
	const next = queue.then(work, work)
	queue = next
	return next
}

/** Short enough to ask again while the server still gives the same tokens for the same refresh token (30 s). */
const renewTimeoutMs = 10_000
const lostAnswerPauseMs = 500

/** Trades the refresh token; once more when no answer came, which may have been lost after the trade. */
async function trade(refresh: string): Promise<ApiAnswer<Tokens>> {
	const request = requestTo(refreshToken, { body: { refresh } })
	const options = { timeoutMs: renewTimeoutMs }
	const answer = await sendAs(request, options, null)
	if (answer.ok || (answer.status > 0 && answer.status < 500)) return answer
	await new Promise((resolve) => setTimeout(resolve, lostAnswerPauseMs))
	return await sendAs(request, options, null)
}

/** Gets a new access token in place of `used`; a string is the token, anything else why there is none. */
function renew(used: string | null): Promise<string | ApiAnswer<never>> {
	return alone(async () => {
		const current = accessToken()
		if (current && current !== used) return current
		const refresh = storedRefreshToken()
		if (!refresh) return failed(401, 'sesion_expirada', expiredText)
		const answer = await trade(refresh)
		if (answer.ok) {
			saveSession(answer.data)
			return answer.data.access
		}
		return answer.status === 401 ? failed(401, 'sesion_expirada', expiredText) : answer
	})
}

/** The request that calls an endpoint with an input. */
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
 * Sends a request to the shop's API on the page's own origin. Never throws: a lost connection is a failure with status 0. With
 * `auth`, an expired access token is renewed once and the call repeated; when that is refused, the tokens are removed and the
 * code is `sesion_expirada`.
 */
export async function send<T>(request: ApiRequest<T>, options: SendOptions = {}): Promise<ApiAnswer<T>> {
	if (!request.auth) return sendAs(request, options, null)
	const token = accessToken()
	if (token) {
		const answer = await sendAs(request, options, token)
		if (answer.ok || answer.status !== 401) return answer
	}
	const renewed = await renew(token)
	if (typeof renewed === 'string') return sendAs(request, options, renewed)
	if (!renewed.ok && renewed.code === 'sesion_expirada') clearSession()
	return renewed
}

/** Calls an endpoint, as `send` does. */
export function call<E extends Endpoint>(
	endpoint: E,
	...[input, options]: Arguments<InputOf<E>, [options?: SendOptions]>
): Promise<ApiAnswer<AnswerOf<E>>> {
	return send(requestTo(endpoint, ...([input] as Arguments<InputOf<E>>)), options)
}
