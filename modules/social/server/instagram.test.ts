import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listInstagramMedia } from './instagram.ts'

let app: FastifyInstance
let requested: string[]

/** An account whose listing never ends: every page has a next one. */
beforeEach(async () => {
	requested = []
	app = Fastify()
	app.get<{ Querystring: { after?: string } }>('/v25.0/me/media', async (request) => {
		const page = request.query.after ?? '0'
		requested.push(page)
		const after = String(Number(page) + 1)
		const data = [
			{
				id: page,
				media_type: page === '1' ? 'CAROUSEL_ALBUM' : 'IMAGE',
				media_url: null,
				permalink: 'https://red.example/p/1',
			},
		]
		return { data, paging: { cursors: { before: page, after }, next: 'https://red.example/?access_token=secret' } }
	})
	await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

test('reads the first three pages of a long listing, and accepts a missing address', async () => {
	const apiUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v25.0/`
	const posts = await listInstagramMedia({ apiUrl, token: 't' })
	expect(requested).toEqual(['0', '1', '2'])
	// An album is shown as its first picture.
	expect(posts.map(({ media_type }) => media_type)).toEqual(['IMAGE', 'IMAGE', 'IMAGE'])
	expect(posts.map((post) => [post.id, post.media_url])).toEqual([
		['0', undefined],
		['1', undefined],
		['2', undefined],
	])
})

test.each([
	[400, 190, ['/me/media was refused with 400 (code 190, 463 subcode)']],
	[401, 1, ['/me/media was refused with 401 (code 1, 463 subcode)']],
	[403, 4, []],
	[500, 2, []],
])('reports of an answer %i with code %i that the token is refused: %j', async (status, code, told) => {
	const reported: (string | undefined)[] = []
	const api = Fastify()
	const error = { message: 'x', code, error_subcode: 463 }
	api.get('/me/media', async (_request, reply) => reply.code(status).send({ error }))
	const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
	const onKey = (refusal: string | undefined) => void reported.push(refusal)
	await expect(listInstagramMedia({ apiUrl, token: 't', onKey })).rejects.toThrow('was refused')
	expect(reported).toEqual(told)
	await api.close()
})

test('reports that a token is accepted', async () => {
	const reported: (string | undefined)[] = []
	const apiUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v25.0/`
	await listInstagramMedia({ apiUrl, token: 't', onKey: (refusal) => reported.push(refusal) })
	expect(new Set(reported)).toEqual(new Set([undefined]))
})
