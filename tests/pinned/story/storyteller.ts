import { randomUUID } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestShop } from '#tests/open-shop.ts'
import type { SuccessRecord } from '#tests/pinned/success-record.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Story {
	readonly shop: TestShop
	readonly record: SuccessRecord
}

/** Calls of the story, each of which must succeed. */
export interface StoryCalls {
	/** Sends one call and returns its answer. @throws when it failed. */
	answer(
		method: Method,
		url: string,
		payload?: object,
		headers?: Record<string, string>,
	): Promise<LightMyRequestResponse>
	/** Returns the JSON body of one call. */
	json<Body>(method: Method, url: string, payload?: object, headers?: Record<string, string>): Promise<Body>
	/** Uploads one file as form field `field`. */
	upload(
		method: Method,
		url: string,
		field: string,
		bytes: Buffer,
		more?: Record<string, string>,
	): Promise<LightMyRequestResponse>
}

/** Calls with token `access`, or without a token. */
export function callsOf({ shop }: Pick<Story, 'shop'>, access?: string): StoryCalls {
	const authorization: Record<string, string> = access === undefined ? {} : { authorization: `Bearer ${access}` }
	async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
		const answer = await shop.app.inject(request)
		if (answer.statusCode >= 400)
			throw new Error(`${request.method} ${request.url}: ${answer.statusCode} ${answer.body}`)
		return answer
	}
	const answer: StoryCalls['answer'] = (method, url, payload, headers = {}) =>
		send({ method, url, headers: { ...authorization, ...headers }, ...(payload && { payload }) })
	return {
		answer,
		json: async <Body>(...call: Parameters<StoryCalls['answer']>) => (await answer(...call)).json<Body>(),
		async upload(method, url, field, bytes, more = {}) {
			const form = new FormData()
			for (const [name, value] of Object.entries(more)) form.set(name, value)
			form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
			const request = new Request('http://localhost', { method: 'POST', body: form })
			const type = request.headers.get('content-type') ?? ''
			const headers = { ...authorization, ...withKey(), 'content-type': type }
			return await send({ method, url, headers, payload: Buffer.from(await request.arrayBuffer()) })
		},
	}
}

export const withKey = () => ({ 'idempotency-key': randomUUID() })

/** Returns the first link in the newest mail to `email` that matches. */
export async function linkIn({ shop }: Pick<Story, 'shop'>, email: string, pattern: RegExp): Promise<string> {
	await shop.retryJobs()
	for (const mail of shop.inbox.mails().filter(({ to }) => to === email)) {
		const found = pattern.exec(mail.text)?.[1]
		if (found) return found
	}
	throw new Error(`no mail to ${email} has ${pattern}`)
}

/** Logs a visitor in with a new Google account. */
export async function logInWithGoogle(story: Pick<Story, 'shop'>): Promise<void> {
	const visitor = callsOf(story)
	const button = await visitor.answer('GET', '/api/login-google/nonce/')
	const { client_id, nonce } = button.json<{ client_id: string; nonce: string }>()
	const minted = await fetch(`${story.shop.simulatorsUrl}/google/_token`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_id, nonce, email: 'vera@gmail.com', name: 'Vera Soto' }),
	})
	const { credential } = (await minted.json()) as { credential: string }
	const cookie = String(button.headers['set-cookie']).split(';')[0] ?? ''
	await visitor.answer('POST', '/api/login-google/', { credential }, { cookie })
}
