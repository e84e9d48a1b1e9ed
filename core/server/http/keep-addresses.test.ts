import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { keepAddresses } from '#core/server/http/keep-addresses.ts'

it('returns the address of a caller who has left before the call is counted', async () => {
	const app = Fastify()
	keepAddresses(app.server)
	const arrived = Promise.withResolvers<void>()
	const counted = Promise.withResolvers<string>()
	app.addHook('onRequest', async ({ raw }) => {
		const left = once(raw.socket, 'close')
		arrived.resolve()
		await left
	})
	app.addHook('preHandler', async ({ ip }) => counted.resolve(ip))
	app.get('/', () => '')
	await app.listen({ port: 0, host: '127.0.0.1' })
	const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
	caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
	await arrived.promise
	caller.destroy()
	expect(await counted.promise).toBe('127.0.0.1')
	await app.close()
})
