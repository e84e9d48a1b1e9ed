import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { prepare, sendPrepared, unpacked } from '#core/server/http/prepared.ts'

const text = 'Premium Shaker '.repeat(200)

async function ask(headers: Record<string, string>) {
	const app = Fastify()
	const page = await prepare({ type: 'text/html; charset=utf-8', body: text })
	app.get('/', async (request, reply) => sendPrepared(request, reply, page, 'no-cache'))
	return await app.inject({ url: '/', headers })
}

test('sends the best accepted encoding', async () => {
	const brotli = await ask({ 'accept-encoding': 'gzip, deflate, br' })
	expect(brotli.headers['content-encoding']).toBe('br')
	expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(text)
	const gzip = await ask({ 'accept-encoding': 'gzip, br;q=0' })
	expect(gzip.headers['content-encoding']).toBe('gzip')
	expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
	const plain = await ask({})
	expect(plain.headers['content-encoding']).toBeUndefined()
	expect(plain.body).toBe(text)
	expect(plain.headers.vary).toBe('Accept-Encoding')
})

test('answers 304 to a browser that has the page', async () => {
	const first = await ask({})
	const again = await ask({ 'if-none-match': String(first.headers.etag) })
	expect(again.statusCode).toBe(304)
	expect(again.body).toBe('')
})

test('gives equal bytes an equal ETag, and other bytes another', () => {
	const tag = (body: string) => unpacked(200, 'image/png', Buffer.from(body)).etag
	expect(tag('a')).toBe(tag('a'))
	expect(tag('a')).not.toBe(tag('b'))
})
