import { describe, expect, it } from 'vitest'
import { type Gateway, GatewayKeyRefused, GatewayRefused, GatewayUnavailable } from './gateway.ts'
import { outcomeOf, type WatchedCall, watchGateway } from './watch-gateway.ts'

const attempt = { id: 'intento', gateway_ref: null }

async function watched(read: () => Promise<never[]>): Promise<WatchedCall[]> {
	const calls: WatchedCall[] = []
	const gateway = { name: 'flow', read: (_attempt: unknown) => read() } as unknown as Gateway
	await watchGateway(gateway, (call) => calls.push(call))
		.read(attempt)
		.catch(() => {})
	return calls
}

describe('watchGateway', () => {
	it.each([
		['ok', () => Promise.resolve([])],
		['sin_respuesta', () => Promise.reject(new GatewayUnavailable('answered 503'))],
		['rechazo', () => Promise.reject(new GatewayRefused('400'))],
		['rechazo', () => Promise.reject(new GatewayKeyRefused('401'))],
		['error', () => Promise.reject(new TypeError('x'))],
	] as const)('reports a call that ends as %s once, with its attempt and its seconds', async (outcome, read) => {
		const calls = await watched(read)
		expect(calls).toMatchObject([{ gateway: 'flow', name: 'read', attemptId: 'intento' }])
		expect(calls.map(outcomeOf)).toEqual([outcome])
		expect(calls[0]?.seconds).toBeGreaterThanOrEqual(0)
	})

	it('returns the answer and throws the error of a call', async () => {
		const gateway = { name: 'flow', read: async () => [] } as unknown as Gateway
		expect(await watchGateway(gateway, () => {}).read(attempt)).toEqual([])
		const failing = { name: 'flow', read: () => Promise.reject(new GatewayRefused('401')) } as unknown as Gateway
		await expect(watchGateway(failing, () => {}).read(attempt)).rejects.toThrow(GatewayRefused)
	})
})
