import type { DatabaseAddresses } from '#server/db/database.ts'

interface Given {
	readonly DATABASE_URL?: string | undefined
	readonly DATABASE_DIRECT_URL?: string | undefined
}

/** How PostgreSQL is reached, through a pool or with a connection of its own; undefined for the embedded database. */
export function databaseAddresses({ DATABASE_URL, DATABASE_DIRECT_URL }: Given): DatabaseAddresses | undefined {
	if (DATABASE_URL === undefined) return undefined
	const isPooled = DATABASE_DIRECT_URL !== undefined
	return { statements: DATABASE_URL, session: DATABASE_DIRECT_URL ?? DATABASE_URL, isPooled }
}
