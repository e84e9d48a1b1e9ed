import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import {
	assignedNetworkOf,
	cleanForwardedFor,
	keepAddresses,
	networkOf,
	sharedNetworkOf,
} from '#core/server/http/addresses.ts'

describe('network of', () => {
	it.each([
		['200.1.2.3', '200.1.2.3'],
		['::ffff:200.1.2.3', '200.1.2.3'],
		['::1', '0:0:0:00/56'],
		['2001:db8:0:1::1', '2001:db8:0:00/56'],
		['2001:DB8::1:2:3:4:5', '2001:db8:0:00/56'],
		['2001:db8:0000:12ff:ffff:ffff:ffff:ffff', '2001:db8:0:12/56'],
		['2001:db8::', '2001:db8:0:00/56'],
		['fe80::1%eth0', 'fe80:0:0:00/56'],
		['unknown', 'unknown'],
	])('counts %s as %s', (ip, network) => {
		expect(networkOf(ip)).toBe(network)
	})

	it.each([
		['200.1.2.3', '200.1.2.0/24'],
		['2001:db8:0:1234::1', '2001:db8:0:12/56'],
		['127.0.0.1', null],
		['::ffff:127.0.0.1', null],
		['::1', null],
	])('shares the network of %s as %s', (ip, network) => {
		expect(sharedNetworkOf(ip)).toBe(network)
	})
})

describe('assigned network of', () => {
	it.each([
		['200.1.2.3', '200.1.2.0/24'],
		['2001:db8:0:1234::1', '2001:db8:0/48'],
		['2001:db8:0:ff00::1', '2001:db8:0/48'],
	])('is that of %s: %s', (ip, network) => {
		expect(assignedNetworkOf(ip)).toBe(network)
	})
})

describe('clean forwarded for', () => {
	it.each([
		['203.0.113.7', '203.0.113.7'],
		['203.0.113.7:51234', '203.0.113.7'],
		['198.51.100.9, 203.0.113.7:51234, 10.0.0.2:443', '203.0.113.7'],
		['[2001:db8::7]:51234', '2001:db8::7'],
		['[2001:db8::7]', '2001:db8::7'],
		['2001:db8::7', '2001:db8::7'],
		['203.0.113.7, unknown', '10.0.0.1'],
		['unknown, 10.0.0.2', '10.0.0.2'],
		['203.0.113.7:x', '10.0.0.1'],
		['203.0.113.7,', '10.0.0.1'],
		['evil.example:80', '10.0.0.1'],
	])('reads %s as %s', async (header, ip) => {
		const app = Fastify({ trustProxy: '10.0.0.0/8' })
		cleanForwardedFor(app)
		app.get('/', (request) => ({ ip: request.ip, isForwarded: 'x-forwarded-for' in request.headers }))
		const headers = { 'x-forwarded-for': header }
		const answer = await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })
		expect(answer.json()).toEqual({ ip, isForwarded: true })
	})
})

describe('keep addresses', () => {
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
})
