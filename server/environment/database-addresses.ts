import type { DatabaseAddresses } from '#server/db/database.ts'

interface Given {
	readonly DATABASE_URL?: string | undefined
	readonly DATABASE_DIRECT_URL?: string | undefined
}

/**
 * How PostgreSQL is reached; undefined where the database is the embedded one. This is the one place that tells apart what may go
 * through a pool in transaction mode and what needs a connection of its own.
 */
export function databaseAddresses({ DATABASE_URL, DATABASE_DIRECT_URL }: Given): DatabaseAddresses | undefined {
	if (DATABASE_URL === undefined) return undefined
	const isPooled = DATABASE_DIRECT_URL !== undefined
	return { statements: DATABASE_URL, session: DATABASE_DIRECT_URL ?? DATABASE_URL, isPooled }
}
