import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stopListening } from '#server/http/stop-listening.ts'

/** A server that takes `answerMs` for each answer and asks for no more on a connection once it is stopping. */
async function aServer(answerMs: number) {
	let isStopping = false
	const server = createServer(async (_request, response) => {
		await wait(answerMs)
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

it('answers once more on a connection that was kept open, and refuses new ones', async () => {
	const { ask, stop } = await aServer(0)
	expect(await ask()).toBe('200 keep-alive')
	const stopped = stop(5000)
	await wait(100)
	expect(await ask()).toBe('200 close')
	expect(await ask(false)).toBe('ECONNREFUSED')
	await stopped
})

it('finishes what is being answered before it is done', async () => {
	const { ask, stop } = await aServer(2500)
	const answered = ask()
	await wait(200)
	const begin = performance.now()
	await stop(10_000)
	expect(performance.now() - begin).toBeGreaterThan(1500)
	expect(await answered).toMatch(/^200/)
})

it('does not wait for an idle connection for ever', async () => {
	const { ask, stop } = await aServer(0)
	await ask()
	const begin = performance.now()
	await stop(60_000)
	expect(performance.now() - begin).toBeLessThan(10_000)
})
