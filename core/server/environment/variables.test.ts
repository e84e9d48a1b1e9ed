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
