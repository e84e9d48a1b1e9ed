import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { StoredFile } from '#core/server/files/files.ts'
import { prepare, sendPrepared, sendStored, unpacked } from '#core/server/http/send-stored.ts'

describe('prepared', () => {
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
})

describe('send stored', () => {
	let app: FastifyInstance
	afterEach(() => app.close())

	const content = Buffer.from('0123456789')
	const text: StoredFile = {
		size: content.length,
		read: async ({ start, end } = { start: 0, end: 9 }) => Readable.from([content.subarray(start, end + 1)]),
	}

	function serve(file: StoredFile, timeoutMs?: number) {
		app = Fastify()
		const timeout = timeoutMs === undefined ? {} : { timeoutMs }
		app.get('/file', (request, reply) => sendStored(request, reply, { file, etag: '"one"', ...timeout }))
		return async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
			const answer = await app.inject({ method, url: '/file', headers })
			const { 'content-range': range, 'content-length': length } = answer.headers
			return [answer.statusCode, answer.body, range, Number(length)]
		}
	}

	it('sends a file whole, or the requested range', async () => {
		const get = serve(text)
		expect(await get()).toEqual([200, '0123456789', undefined, 10])
		expect(await get({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10', 3])
		expect(await get({ range: 'bytes=7-' })).toEqual([206, '789', 'bytes 7-9/10', 3])
		expect(await get({ range: 'bytes=-2' })).toEqual([206, '89', 'bytes 8-9/10', 2])
		expect(await get({}, 'HEAD')).toEqual([200, '', undefined, 10])
	})

	it('answers 416 to a range beyond the file, and the whole file to an unknown unit', async () => {
		const get = serve(text)
		expect(await get({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10', 0])
		for (const range of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=x']) expect((await get({ range }))[0]).toBe(200)
	})

	it('sends a range only of the same version of the file, and 304 to a browser that has it', async () => {
		const get = serve(text)
		expect((await get({ range: 'bytes=2-4', 'if-range': '"one"' }))[0]).toBe(206)
		expect((await get({ range: 'bytes=2-4', 'if-range': '"another"' }))[0]).toBe(200)
		expect((await get({ 'if-none-match': '"one"' }))[0]).toBe(304)
	})

	it('reads no more than a visitor takes, and closes a stalled connection', async () => {
		const size = 200 * 1024 * 1024
		let read = 0
		const piece = Buffer.alloc(64 * 1024)
		const stream = new Readable({
			read() {
				read += piece.length
				this.push(read < size ? piece : null)
			},
		})
		serve({ size, read: async () => stream }, 300)
		await app.listen({ port: 0, host: '127.0.0.1' })
		const closed = once(stream, 'close')
		const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
		socket.on('error', () => {})
		socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
		socket.pause()
		await closed
		socket.destroy()
		// The system's buffers, and a margin.
		expect(read).toBeLessThan(size / 4)
	})
})
