import { expect, it } from 'vitest'
import { databaseAddresses } from '#core/server/environment/variables.ts'

const direct = 'postgres://shop@db/shop'
const pooled = 'postgres://shop@db:6432/shop'

it('uses one address for everything, unchanged', () => {
	expect(databaseAddresses({ DATABASE_URL: direct })).toEqual({ statements: direct, session: direct, isPooled: false })
})

it('bypasses a pool in transaction mode for session features', () => {
	expect(databaseAddresses({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toEqual({
		statements: pooled,
		session: direct,
		isPooled: true,
	})
})

it('uses the embedded database without an address', () => {
	expect(databaseAddresses({})).toBeUndefined()
})

it('names the encryption that the driver applies, which then has nothing to warn of', () => {
	const url = 'postgres://shop@db.cl/shop?sslmode=require&sslrootcert=/etc/ca.pem'
	expect(databaseAddresses({ DATABASE_URL: url })?.session).toBe(url.replace('require', 'verify-full'))
})
