import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { borrados } from '#modules/backup/tables.ts'
import type { AnonymizeDeps } from '#modules/privacy/server/anonymize-orders.ts'
import { eraseAccount } from '#modules/privacy/server/delete-account.ts'

/** The file's name in DATA_DIR and beside the copies outside. */
export const erasuresFile = 'borrados.jsonl'

/** A hook of the deletion of an account, in its transaction. */
export async function noteErasure(tx: Transaction, accountId: number): Promise<void> {
	await tx
		.insert(borrados)
		.select(
			tx
				.select({ usuario_id: usuarios.id, cuenta_creada_at: usuarios.created_at, borrada_at: sql`now()`.as('now') })
				.from(usuarios)
				.where(eq(usuarios.id, accountId)),
		)
		.onConflictDoNothing()
}

/** The list of the database, one JSON text per account; the times are PostgreSQL's, as a Date has no microseconds. */
async function listedLines(db: Database): Promise<string[]> {
	const { rows } = await db.execute<{ line: string }>(
		sql`select json_build_object('usuario_id', usuario_id, 'cuenta_creada_at', cuenta_creada_at at time zone 'UTC' || 'Z',
			'borrada_at', borrada_at at time zone 'UTC' || 'Z')::text as line from ${borrados} order by borrada_at, usuario_id`,
	)
	return rows.map(({ line }) => line)
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** The list's text without a line twice, for a place that has `text` already. */
export async function mergedErasures(db: Database, text = ''): Promise<string> {
	const all = new Set([...linesOf(text), ...(await listedLines(db))])
	return [...all].map((line) => `${line}\n`).join('')
}

/** The text of a list's file; undefined without one. */
export async function readErasuresFile(path: string): Promise<string | undefined> {
	return await readFile(path, 'utf8').catch((error: unknown) => {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
		throw error
	})
}

/**
 * Appends to the file what it lacks of the database's list, so that the list survives the database. Another process may
 * append the same: a line twice does no harm. @returns whether it lacked any
 */
export async function appendErasures(db: Database, path: string): Promise<boolean> {
	const known = new Set(linesOf((await readErasuresFile(path)) ?? ''))
	const missing = (await listedLines(db)).filter((line) => !known.has(line))
	if (missing.length === 0) return false
	await mkdir(dirname(path), { recursive: true })
	await appendFile(path, missing.map((line) => `${line}\n`).join(''), { mode: 0o600 })
	return true
}

const erasure = z.object({ usuario_id: z.int(), cuenta_creada_at: z.string(), borrada_at: z.string() })

/** Throws DamagedBackup for a line of another form. */
function checkedLine(line: string): string {
	try {
		const { borrada_at, ...account } = erasure.parse(JSON.parse(line))
		const times = [borrada_at, account.cuenta_creada_at]
		if (times.every((time) => !Number.isNaN(Date.parse(time)))) return line
	} catch {
		// The same sentence as for a wrong time.
	}
	throw new DamagedBackup('la lista de borrados tiene una línea que no se entiende')
}

/**
 * Adds the lists found outside a restored backup to its own, and deletes again each account that the backup still has, as
 * of the day of its deletion. May be repeated. @returns the number of deleted accounts @throws DamagedBackup
 */
export async function eraseAgain(
	deps: Omit<AnonymizeDeps, 'clock'> & { readonly db: Database },
	texts: readonly string[],
): Promise<number> {
	const { db } = deps
	const lines = texts.flatMap(linesOf).map(checkedLine)
	await db.execute(sql`insert into ${borrados} (usuario_id, cuenta_creada_at, borrada_at)
		select usuario_id, cuenta_creada_at, borrada_at
		from json_populate_recordset(null::${borrados}, ${`[${lines.join(',')}]`}::json) on conflict do nothing`)
	const isIt = and(eq(usuarios.id, borrados.usuario_id), eq(usuarios.created_at, borrados.cuenta_creada_at))
	const left = await db
		.select({ id: usuarios.id, at: borrados.borrada_at })
		.from(borrados)
		.innerJoin(usuarios, isIt)
		.where(isNull(usuarios.deleted_at))
	for (const { id, at } of left) {
		await db.transaction((tx) => eraseAccount({ ...deps, clock: { now: () => at } }, tx, id))
	}
	return left.length
}
