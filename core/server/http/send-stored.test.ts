import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { StoredFile } from '#core/server/files/files.ts'
import { sendStored } from './send-stored.ts'

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
