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
