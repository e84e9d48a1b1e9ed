import { isRecord } from '#domain/is-record.ts'
import { accessToken, clearSession, refreshToken, saveSession, type Tokens } from '#web/session/session.ts'

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

export interface CallOptions {
	readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Sent as JSON, or as it is when it is a form. */
	readonly body?: unknown
	/** Sends the stored access token, and renews it once when it has expired. */
	readonly auth?: boolean
	readonly headers?: Readonly<Record<string, string>>
	readonly timeoutMs?: number
}

/** What whoever's session has run out reads; the list of failures that also has it is too long for every page. */
export const expiredText = 'Sesión expirada. Inicia sesión de nuevo.'

function failed<T>(status: number, code: string, text: string, answered = { body: '', extra: {} }): ApiAnswer<T> {
	return { ok: false, status, code, text, ...answered }
}

function requestOf(options: CallOptions, token: string | null): RequestInit {
	const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
	if (token) headers.authorization = `Bearer ${token}`
	const request: RequestInit = {
		method: options.method ?? 'GET',
		headers,
		signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
	}
	if (options.body instanceof FormData) request.body = options.body
	else if (options.body !== undefined) {
		headers['content-type'] = 'application/json'
		request.body = JSON.stringify(options.body)
	}
	return request
}

function parsed(text: string): unknown {
	try {
		return text === '' ? null : JSON.parse(text)
	} catch {
		return null
	}
}

async function send<T>(path: string, options: CallOptions, token: string | null): Promise<ApiAnswer<T>> {
	let response: Response
	let body: string
	try {
		response = await fetch(path, requestOf(options, token))
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
	const options = { method: 'POST', body: { refresh }, timeoutMs: renewTimeoutMs } as const
	const answer = await send<Tokens>('/api/token/refresh/', options, null)
	if (answer.ok || (answer.status > 0 && answer.status < 500)) return answer
	await new Promise((resolve) => setTimeout(resolve, lostAnswerPauseMs))
	return await send<Tokens>('/api/token/refresh/', options, null)
}

/** Gets a new access token in place of `used`; a string is the token, anything else why there is none. */
function renew(used: string | null): Promise<string | ApiAnswer<never>> {
	return alone(async () => {
		const current = accessToken()
		if (current && current !== used) return current
		const refresh = refreshToken()
		if (!refresh) return failed(401, 'sesion_expirada', expiredText)
		const answer = await trade(refresh)
		if (answer.ok) {
			saveSession(answer.data)
			return answer.data.access
		}
		return answer.status === 401 ? failed(401, 'sesion_expirada', expiredText) : answer
	})
}

/**
 * Calls the shop's API on the page's own origin. Never throws: a lost connection is a failure with status 0. With `auth`, an
 * expired access token is renewed once and the call repeated; when that is refused, the tokens are removed and the code is
 * `sesion_expirada`.
 */
export async function callApi<T>(path: string, options: CallOptions = {}): Promise<ApiAnswer<T>> {
	if (!options.auth) return send<T>(path, options, null)
	const token = accessToken()
	if (token) {
		const answer = await send<T>(path, options, token)
		if (answer.ok || answer.status !== 401) return answer
	}
	const renewed = await renew(token)
	if (typeof renewed === 'string') return send<T>(path, options, renewed)
	if (!renewed.ok && renewed.code === 'sesion_expirada') clearSession()
	return renewed
}
