import { PassThrough, pipeline, Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Agent, request as send } from 'undici'

/** Largest answer in bytes after decompression: above the largest medium and file that the shop stores. */
const largestAnswer = 32 * 1024 * 1024
const withoutBody = [204, 205, 304]

/** Default timeouts: to connect, to the first byte, and between two parts of an answer. Milliseconds. */
const agent = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 })

/**
 * Calls a server outside the shop, as `fetch` does; the only such function. Answers are plain or gzip: other decoders
 * never get untrusted input. Redirects are errors unless `redirect` is `manual`. The caller's signal ends the call and
 * the reading of its answer. @throws TypeError whose cause is the network's error; the signal's reason
 */
export async function fetchOutside(input: string | URL | Request, init?: RequestInit): Promise<Response> {
	const request = new Request(input, init)
	const { method, signal, redirect } = request
	const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
	const headers = {
		accept: '*/*',
		'user-agent': 'premium-shaker',
		...Object.fromEntries(request.headers),
		'accept-encoding': 'gzip',
	}
	const answer = await send(request.url, {
		method: method as 'GET',
		headers,
		body,
		signal,
		dispatcher: agent,
	}).catch((cause) => {
		signal.throwIfAborted()
		throw new TypeError('fetch failed', { cause })
	})
	const { statusCode: status } = answer
	const isRedirect = status >= 300 && status < 400 && status !== 304
	const encoding = String(answer.headers['content-encoding'] ?? 'identity').toLowerCase()
	const isGzip = encoding === 'gzip' || encoding === 'x-gzip'
	if ((isRedirect && redirect !== 'manual') || !(isGzip || encoding === 'identity')) {
		answer.body.on('error', () => {}).destroy()
		throw new TypeError(isRedirect ? 'unexpected redirect' : `unexpected content-encoding ${encoding}`)
	}
	const passed = new Headers()
	for (const [name, value] of Object.entries(answer.headers)) {
		// Both headers describe the compressed answer.
		if (isGzip && (name === 'content-encoding' || name === 'content-length')) continue
		for (const one of [value].flat()) if (one !== undefined) passed.append(name, one)
	}
	if (withoutBody.includes(status) || method === 'HEAD') {
		await answer.body.dump()
		return new Response(null, { status, headers: passed })
	}
	return new Response(bounded(answer.body, isGzip), { status, headers: passed })
}

/** The body, decompressed and at most `largestAnswer` long; its reader gets the error of every step. */
function bounded(body: Readable, isGzip: boolean): ReadableStream<Uint8Array> {
	let length = 0
	const bound = new Transform({
		transform(part: Buffer, _encoding, done) {
			length += part.byteLength
			if (length > largestAnswer) done(new TypeError('the answer is too large'))
			else done(null, part)
		},
	})
	pipeline(body, isGzip ? createGunzip() : new PassThrough(), bound, () => {})
	return Readable.toWeb(bound) as ReadableStream<Uint8Array>
}

/** Codes of a call that failed before a byte of it was sent. */
const codes: ReadonlySet<unknown> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error of `fetch` means that nothing was sent. It wraps the network's error. */
export function wasNeverSent(error: unknown): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'code' in cause && codes.has(cause.code)
}
