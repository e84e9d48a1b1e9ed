import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchOutside, wasNeverSent } from '#core/server/platform/fetch-outside.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => answer(request, response))
let url: string
beforeAll(async () => {
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
	server.closeAllConnections()
	server.close()
})

describe('fetchOutside', () => {
	it('requests gzip only, and sends method, headers and a form as fetch does', async () => {
		answer = async (request, response) => {
			let body = ''
			for await (const part of request) body += part
			const { method, headers } = request
			response.end(
				JSON.stringify({ method, body, type: headers['content-type'], x: headers.x, e: headers['accept-encoding'] }),
			)
		}
		const sent = await fetchOutside(url, {
			method: 'POST',
			headers: { x: 'y' },
			body: new URLSearchParams({ a: 'ñ&' }),
		})
		expect(await sent.json()).toEqual({
			method: 'POST',
			body: 'a=%C3%B1%26',
			type: 'application/x-www-form-urlencoded;charset=UTF-8',
			x: 'y',
			e: 'gzip',
		})
	})

	it('reads a plain and a gzip answer', async () => {
		answer = (_request, response) => response.writeHead(201, { 'content-length': 4 }).end('hola')
		const plain = await fetchOutside(url)
		expect([plain.status, plain.headers.get('content-length'), await plain.text()]).toEqual([201, '4', 'hola'])
		answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hola'))
		const zipped = await fetchOutside(url)
		expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual([null, 'hola'])
		answer = (_request, response) => response.writeHead(204).end()
		expect((await fetchOutside(url)).body).toBeNull()
	})

	it.each([
		['br', brotliCompressSync('hola')],
		['deflate', deflateSync('hola')],
		['gzip, gzip', gzipSync(gzipSync('hola'))],
	])('gives no answer encoded as %s to a decoder', async (encoding, bytes) => {
		answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
		await expect(fetchOutside(url)).rejects.toThrow(`unexpected content-encoding ${encoding}`)
	})

	it('stops reading a too large answer, also after decompression', async () => {
		const large = Buffer.alloc(33 * 1024 * 1024)
		answer = (_request, response) => response.end(large)
		await expect(fetchOutside(url).then((one) => one.arrayBuffer())).rejects.toThrow('too large')
		answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))
		await expect(fetchOutside(url).then((one) => one.arrayBuffer())).rejects.toThrow('too large')
	})

	it('throws for a truncated gzip answer, a redirect, and a closed port, the latter as never sent', async () => {
		answer = (_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hola').subarray(0, 12))
		await expect(fetchOutside(url).then((one) => one.text())).rejects.toThrow()
		answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
		await expect(fetchOutside(url)).rejects.toThrow('redirect')
		expect((await fetchOutside(url, { redirect: 'manual' })).status).toBe(302)
		const error: unknown = await fetchOutside('http://127.0.0.1:1/').catch((reason) => reason)
		expect([error instanceof TypeError, wasNeverSent(error)]).toEqual([true, true])
	})

	it('ends at its signal, before and within the answer', async () => {
		answer = () => {}
		await expect(fetchOutside(url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' })
		answer = (_request, response) => response.writeHead(200).write('ho')
		const half = await fetchOutside(url, { signal: AbortSignal.timeout(150) })
		await expect(half.text()).rejects.toMatchObject({ name: 'TimeoutError' })
	})
})

/** Other ways to call a server; a type or a parameter named `fetch` is none. */
const otherWays = [
	/(?<![.\w])fetch\s*\(/,
	/(?:\?\?|=)\s*(?:globalThis\.)?fetch\b/,
	/\b(?:request|get)\b.*from 'node:https?'/,
	/from 'undici'/,
]

it("is the server's only way to call another server", () => {
	const calls = globSync('{core,modules,shop}/**/server/**/*.ts')
		.filter((name) => !name.endsWith('.test.ts'))
		.flatMap((name) =>
			readFileSync(name, 'utf8')
				.split('\n')
				.filter((line) => !/^\s*(?:\*|\/\/|\/\*)|import type/.test(line) && otherWays.some((way) => way.test(line)))
				.map((line) => `${name}: ${line.trim()}`),
		)
	expect(calls).toEqual(["core/server/platform/fetch-outside.ts: import { Agent, request as send } from 'undici'"])
	const google = readFileSync('modules/accounts/server/google-identity.ts', 'utf8')
	expect(google.match(/createRemoteJWKSet\(/g)).toHaveLength(1)
	expect(google).toContain('[customFetch]: fetchOutside')
})
