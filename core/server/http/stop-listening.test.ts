import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stopListening } from '#core/server/http/stop-listening.ts'

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
