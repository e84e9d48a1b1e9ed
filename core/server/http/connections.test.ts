import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { cutSilentBodies, nestsDeeper, parseShallowJson, stopListening } from '#core/server/http/connections.ts'

describe('cutSilentBodies', () => {
	it('closes the connection of a half-sent body, and reads a body that arrives slowly', async () => {
		const app = Fastify()
		cutSilentBodies(app, 1000)
		app.post('/', async ({ body }) => body)
		app.get('/slow', async () => await wait(1500, { ok: true }))
		await app.listen({ host: '127.0.0.1', port: 0 })
		const { port } = app.server.address() as AddressInfo
		const send = (text: string) => {
			const socket = connect(port, '127.0.0.1')
			let answer = ''
			socket.on('data', (data) => {
				answer += data
			})
			socket.write(text)
			return { socket, answer: () => answer }
		}
		const head =
			'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n'
		const silent = send(`${head}{"a"`)
		const slow = send(head)
		const closed = Promise.all([once(silent.socket, 'close'), once(slow.socket, 'close')])
		for (const letter of '{"a":1}') {
			await wait(250)
			slow.socket.write(letter)
		}
		await closed
		expect(silent.answer()).toBe('')
		expect(slow.answer()).toContain('{"a":1}')
		expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).json()).toEqual({ ok: true })
		await app.close()
	})
})

describe('parse json', () => {
	it('counts nested brackets, and none inside text', () => {
		expect(nestsDeeper('[[[]]]', 3)).toBe(false)
		expect(nestsDeeper('[{"a":[[]]}]', 3)).toBe(true)
		expect(nestsDeeper(JSON.stringify(['[[[[[[', '\\"[[[[', '{{{{{']), 2)).toBe(false)
		expect(nestsDeeper('[][][][][]', 1)).toBe(false)
	})

	it('rejects 200 KB of brackets without parsing them', async () => {
		const app = Fastify()
		parseShallowJson(app)
		app.post('/', async ({ body }) => body)
		const headers = { 'content-type': 'application/json' }
		const parse = vi.spyOn(JSON, 'parse')
		const send = (payload: string) => app.inject({ method: 'POST', url: '/', headers, payload })
		expect((await send('{"a":[1,{"b":"[["}]}')).body).toBe('{"a":[1,{"b":"[["}]}')
		expect(parse).toHaveBeenCalledOnce()
		expect((await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).statusCode).not.toBe(200)
		expect(parse).toHaveBeenCalledOnce()
		parse.mockRestore()
	})

	it('rejects bytes that are not UTF-8', async () => {
		const app = Fastify()
		parseShallowJson(app)
		app.post('/', async ({ body }) => body)
		const send = (bytes: Buffer, type = 'application/json') =>
			app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: bytes })
		const latin = Buffer.from('{"nombre":"José"}', 'latin1')
		for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
			expect((await send(latin, type)).statusCode).not.toBe(200)
		}
		expect((await send(Buffer.from('{"nombre":"José 🔑"}'))).json()).toEqual({ nombre: 'José 🔑' })
	})

	it('accepts no other content type as JSON', async () => {
		const app = Fastify()
		parseShallowJson(app)
		app.post('/', async ({ body }) => body)
		for (const type of [
			'text/plain',
			'text/plain; charset=utf-8',
			'application/xml',
			'application/x-www-form-urlencoded',
		]) {
			const answer = await app.inject({
				method: 'POST',
				url: '/',
				headers: { 'content-type': type },
				payload: '{"a":1}',
			})
			expect(answer.statusCode, type).toBe(415)
		}
	})
})

describe('stop listening', () => {
	/** A server that answers once `work` is done, and closes connections once it is stopping. */
	async function aServer(work: () => Promise<void> = async () => {}) {
		let isStopping = false
		const server = createServer(async (_request, response) => {
			await work()
			if (isStopping) response.setHeader('connection', 'close')
			response.end('ok')
		})
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		const { port } = server.address() as AddressInfo
		const agent = new Agent({ keepAlive: true, maxSockets: 1 })
		const ask = (how: Agent | false = agent) =>
			new Promise<string>((resolve) => {
				get({ port, host: '127.0.0.1', agent: how }, (answer) => {
					answer.resume()
					answer.on('end', () => resolve(`${answer.statusCode} ${answer.headers.connection}`))
				}).on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
			})
		const stop = (graceMs: number) => {
			isStopping = true
			return stopListening(server, graceMs, async () => {})
		}
		return { ask, stop }
	}

	it('answers once more on an open connection, and refuses new ones', async () => {
		const { ask, stop } = await aServer()
		expect(await ask()).toBe('200 keep-alive')
		const stopped = stop(5000)
		await expect.poll(() => ask(false), { interval: 10 }).toBe('ECONNREFUSED')
		expect(await ask()).toBe('200 close')
		await stopped
	})

	it('finishes open answers before it returns', async () => {
		const arrived = Promise.withResolvers<void>()
		const worked = Promise.withResolvers<void>()
		const { ask, stop } = await aServer(() => {
			arrived.resolve()
			return worked.promise
		})
		const answered = ask()
		await arrived.promise
		let isDone = false
		const stopped = stop(60_000).then(() => {
			isDone = true
		})
		// Longer than the keep-alive timeout.
		await wait(2000)
		expect(isDone).toBe(false)
		worked.resolve()
		expect(await answered).toMatch(/^200/)
		await stopped
	})

	it('does not wait for an idle connection for ever', async () => {
		const { ask, stop } = await aServer()
		await ask()
		const begin = performance.now()
		await stop(120_000)
		expect(performance.now() - begin).toBeLessThan(60_000)
	})
})
