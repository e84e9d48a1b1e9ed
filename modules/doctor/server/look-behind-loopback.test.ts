import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { plainBehindLoopback } from '#modules/doctor/server/look-behind-loopback.ts'

const pool = 'postgres://shop:secreta@127.0.0.10:6432/shop'
const leg = (address: string | null, isEncrypted: boolean | null) => async () => ({ rows: [{ address, isEncrypted }] })

describe('plainBehindLoopback', () => {
	it('warns of a local pool that continues unencrypted to another machine', async () => {
		const text = await plainBehindLoopback('DATABASE_URL', pool, leg('203.0.113.7', false))
		expect(text).toContain(
			'DATABASE_URL (127.0.0.10:6432) es un programa de esta máquina que lleva a la base en 203.0.113.7',
		)
		expect(text).not.toContain('secreta')
	})

	it.each([
		['goes on encrypted', pool, leg('203.0.113.7', true)],
		['stays on this machine', pool, leg('127.0.0.1', false)],
		[
			'reaches an address of this machine',
			pool,
			leg(Object.values(networkInterfaces())[0]?.[0]?.address ?? '::1', false),
		],
		['ends in a socket', pool, leg(null, false)],
		[
			'is of another machine, which has a rule of its own',
			'postgres://shop:x@203.0.113.7/shop',
			leg('203.0.113.7', false),
		],
	])('returns undefined for an address that %s', async (_what, url, ask) => {
		expect(await plainBehindLoopback('DATABASE_URL', url, ask)).toBeUndefined()
	})
})
