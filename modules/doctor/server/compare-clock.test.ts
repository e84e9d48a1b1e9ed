import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clockSource, compareClock } from '#modules/doctor/server/compare-clock.ts'
import { readEnvironment } from '#shop/server/environment/environment.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const server = createServer((_request, response) => response.setHeader('date', new Date(noon).toUTCString()).end())
let url: string

beforeAll(async () => {
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

it.each([
	[-30, 'va igual'],
	[30, 'va igual'],
])('accepts a clock that is %i seconds off', async (seconds, text) => {
	expect(await compareClock(url, () => new Date(noon + seconds * 1000))).toContain(text)
})

it.each([
	[-90, '90 segundos atrasado'],
	[400, '400 segundos adelantado'],
])('reports a clock that is %i seconds off', async (seconds, text) => {
	await expect(compareClock(url, () => new Date(noon + seconds * 1000))).rejects.toThrow(text)
})

it('uses a server that the shop already calls, and none in a demo', () => {
	expect(clockSource(readEnvironment({}))).toBeUndefined()
	const env = readEnvironment({ GOOGLE_CLIENT_ID: 'x', GOOGLE_JWKS_URL: 'http://localhost:1/certs' })
	expect(clockSource(env)).toBe('http://localhost:1/certs')
})

it('blames no clock for an unreachable server', async () => {
	expect(await compareClock('http://127.0.0.1:1/', () => new Date())).toContain('no se pudo comparar: 127.0.0.1:1')
})
