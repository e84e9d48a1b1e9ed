import type { Database, Transaction } from '#core/server/db/database.ts'

/** A file that belongs to a row, so that a backup has to have it. */
export interface KeptFile {
	readonly archivo: string
	/** Whether a missing file should exist. */
	readonly isWanted: (db: Database) => Promise<boolean>
}

/** Reads the files of a module's rows. */
export type ReadKeptFiles = (tx: Transaction) => Promise<KeptFile[]>
