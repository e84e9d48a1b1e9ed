import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'

/**
 * Marks a restored database. While this table exists, the shop runs no job and calls no provider. It is outside `public`:
 * it is created before the migrations of this version, and is in no backup.
 */
const mark = sql.raw('drizzle.copia_retenida')

export async function isHeldCopy(db: Queryable): Promise<boolean> {
	const { rows } = await db.execute<{ held: boolean }>(
		sql`select to_regclass('drizzle.copia_retenida') is not null as held`,
	)
	return rows[0]?.held === true
}

export async function holdCopy(tx: Transaction): Promise<void> {
	await tx.execute(sql`create table if not exists ${mark} ()`)
}

export async function releaseCopy(tx: Transaction): Promise<void> {
	await tx.execute(sql`drop table if exists ${mark}`)
}

/** Whether the database of this process is a restored copy that nobody has released yet. */
export interface CopyHold {
	isHeld(): boolean
	/** Resolves when the copy is released, in this process or another; never after `stop`. */
	readonly released: Promise<void>
	stop(): void
}

const pollMs = 3000

/**
 * Follows the mark of the database until it is gone. A database gets it only while it has no shop yet, so without one
 * nothing is polled. `onError` gets failed polls, which are repeated.
 */
export async function followCopyHold(db: Database, onError: (error: unknown) => void): Promise<CopyHold> {
	let held = await isHeldCopy(db)
	const stopping = new AbortController()
	async function untilReleased(): Promise<void> {
		while (held) {
			await setTimeout(pollMs, undefined, { ref: false, signal: stopping.signal })
			held = await isHeldCopy(db).catch((error: unknown) => {
				onError(error)
				return true
			})
		}
	}
	const never = new Promise<void>(() => {})
	return {
		isHeld: () => held,
		released: untilReleased().catch(() => never),
		stop: () => stopping.abort(),
	}
}
