import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import {
	type Database,
	migrationsFolder,
	type OpenDatabase,
	type Queryable,
	type Transaction,
} from '#core/server/db/database.ts'
import type { Files, KeptFile } from '#core/server/files/files.ts'
import { photoFiles } from '#modules/catalog/colors.ts'
import { photoKey } from '#modules/catalog/server/catalog.ts'
import { colores } from '#modules/catalog/tables.ts'
import { keptFiles } from '#modules/lists/server.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { primerDia } from '#modules/settings/tables.ts'

const rowsAtOnce = 1000

/** Yields a table's rows as JSON lines. A cursor reads them in small batches, which limits memory. */
async function* linesOf(tx: Transaction, table: string, count: (rows: number) => void): AsyncGenerator<string> {
	const name = sql.identifier(table)
	await tx.execute(sql`declare filas no scroll cursor for select row_to_json(t)::text as fila from ${name} t`)
	for (;;) {
		const { rows } = await tx.execute<{ fila: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from filas`)
		if (rows.length === 0) break
		count(rows.length)
		yield `${rows.map(({ fila }) => fila).join('\n')}\n`
	}
	await tx.execute(sql`close filas`)
}

/** Whether the shop still has this picture. Waits for a running deletion, which removes it before the row changes. */
async function isStored(db: Database, id: string): Promise<boolean> {
	const rows = await db
		.select({ id: comprobantes.id })
		.from(comprobantes)
		.where(and(eq(comprobantes.id, id), isNull(comprobantes.borrado_at)))
		.for('share')
	return rows.length > 0
}

async function filesOfProofs(tx: Transaction): Promise<KeptFile[]> {
	const { id, archivo, borrado_at } = comprobantes
	const proofs = await tx.select({ id, archivo }).from(comprobantes).where(isNull(borrado_at))
	return proofs.map(({ id, archivo }) => ({ archivo, isWanted: (db) => isStored(db, id) }))
}

/** The owner's current photos of the colours. */
async function filesOfPhotos(tx: Transaction): Promise<KeptFile[]> {
	const photos = await tx.select({ foto: colores.foto }).from(colores).where(isNotNull(colores.foto))
	return photos.flatMap(({ foto }) =>
		photoFiles.map((name) => ({ archivo: photoKey(foto ?? '', name), isWanted: async () => true })),
	)
}

/** Writes every table into `target`, and returns the files that belong to them. */
async function writeTables(db: Database, target: string) {
	return await db.transaction(
		async (tx) => {
			const tablas: Manifest['tablas'][number][] = []
			for (const nombre of await shopTables(tx)) {
				let filas = 0
				const lines = linesOf(tx, nombre, (rows) => {
					filas += rows
				})
				const file = createWriteStream(join(target, 'tablas', `${nombre}.jsonl.gz`), { mode: 0o600 })
				await pipeline(Readable.from(lines), createGzip(), file)
				tablas.push({ nombre, filas })
			}
			const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from drizzle.__drizzle_migrations`)
			const files = await filesOfProofs(tx)
			for (const read of keptFiles) files.push(...(await read(tx)))
			files.push(...(await filesOfPhotos(tx)))
			return { tablas, migraciones: rows[0]?.n ?? 0, files }
		},
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	)
}

interface WriteBackupDeps {
	/** The open shop's database. Its tables are read from a copy, so that it continues to sell. */
	readonly database: Pick<OpenDatabase, 'db' | 'readAside'>
	readonly files: Files
	readonly now: Date
}

/**
 * Writes all irreplaceable data into the empty folder `target`: one snapshot of every table, proofs and photos; no
 * secrets. Works while the shop is open. Missing pictures are counted in `faltan`.
 */
export async function writeBackup(deps: WriteBackupDeps, target: string): Promise<Manifest> {
	const { db, readAside } = deps.database
	mkdirSync(join(target, 'tablas'), { recursive: true, mode: 0o700 })
	const { tablas, migraciones, files } = await readAside((aside) => writeTables(aside, target))
	let archivos = 0
	let faltan = 0
	for (const { archivo, isWanted } of files) {
		const bytes = await deps.files.get(archivo)
		if (!bytes) {
			if (await isWanted(db)) faltan += 1
			continue
		}
		const path = join(target, 'archivos', archivo)
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
		writeFileSync(path, bytes, { mode: 0o600 })
		archivos += 1
	}
	const conocidas = readJournal().entries.length
	const manifest: Manifest = {
		formato: 1,
		created_at: deps.now.toISOString(),
		migraciones,
		conocidas,
		tablas,
		archivos,
		faltan,
	}
	// Written last: a folder without it is an unfinished backup.
	writeFileSync(join(target, 'respaldo.json'), `${JSON.stringify(manifest, null, '\t')}\n`, { mode: 0o600 })
	if (faltan === 0) await recordBackup(db, deps.now, backupText(manifest))
	return manifest
}

/** The description of a backup: `41 tablas y 3 imágenes.` */
export const backupText = ({ tablas, archivos }: Pick<Manifest, 'tablas' | 'archivos'>): string =>
	`${tablas.length} tablas y ${archivos === 1 ? '1 imagen' : `${archivos} imágenes`}.`

/** The first day's list requires a backup, which no other table records. */
async function recordBackup(db: Database, now: Date, texto: string): Promise<void> {
	const row = { paso: 'respaldo', texto, usuario_id: null, hecho_at: now } as const
	await db.insert(primerDia).values(row).onConflictDoUpdate({ target: primerDia.paso, set: row })
}

/** Rate-limit counters are dispensable; sums per day are rebuilt from the orders. */
const leftOut = ['limites']

/** The shop's tables, each after those that it references, for inserts in this order. */
async function shopTables(db: Queryable): Promise<string[]> {
	const { rows: tables } = await db.execute<{ name: string }>(
		sql`select table_name as name from information_schema.tables
			where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
	)
	const { rows: links } = await db.execute<{ child: string; parent: string }>(
		sql`select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
			from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`,
	)
	const waiting = tables.map(({ name }) => name).filter((name) => !leftOut.includes(name))
	const sorted: string[] = []
	while (waiting.length > 0) {
		const free = waiting.findIndex((name) =>
			links.every(({ child, parent }) => child !== name || sorted.includes(parent) || leftOut.includes(parent)),
		)
		if (free < 0) throw new Error(`the tables ${waiting} refer to each other in a circle`)
		sorted.push(...waiting.splice(free, 1))
	}
	return sorted
}

export interface Manifest {
	readonly formato: 1
	readonly created_at: string
	/** The number of migrations applied to the data. */
	readonly migraciones: number
	/**
	 * Those that the writing version knows: fewer after a rollback, and enough to restore without what the newer ones
	 * added. Backups of before have no such number.
	 */
	readonly conocidas?: number
	/** Row counts of the tables, in the order of the inserts. */
	readonly tablas: readonly { readonly nombre: string; readonly filas: number }[]
	/** Pictures in the backup, and missing ones. */
	readonly archivos: number
	readonly faltan: number
}

/** The list of this version's migrations. */
export function readJournal(): { readonly entries: readonly { readonly tag: string }[] } {
	return JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
}
