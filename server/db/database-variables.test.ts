import { expect, it } from 'vitest'
import { databaseAddresses } from './database-variables.ts'

const direct = 'postgres://shop@db/shop'
const pooled = 'postgres://shop@db:6432/shop'

it('one address is for everything, and keeps what it is told', () => {
	expect(databaseAddresses({ DATABASE_URL: direct })).toEqual({ statements: direct, session: direct, isPooled: false })
})

it('with a pool in transaction mode, what belongs to a session goes past it', () => {
	expect(databaseAddresses({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toEqual({
		statements: pooled,
		session: direct,
		isPooled: true,
	})
})

it('without an address the database is the embedded one', () => {
	expect(databaseAddresses({})).toBeUndefined()
})
