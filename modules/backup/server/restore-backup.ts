import {
	copyFileSync,
	createReadStream,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { count, inArray, isNotNull, isNull, max, min, sql, sum } from 'drizzle-orm'
import { type Database, migrationsFolder, type OpenDatabase } from '#core/server/db/database.ts'
import { holdCopy } from '#core/server/db/held-copy.ts'
import type { Files } from '#core/server/files/files.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { eraseAgain } from '#modules/backup/server/erasures.ts'
import { type Manifest, readJournal } from '#modules/backup/server/write-backup.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { correos, ordenes, skippedNumbers } from '#modules/orders/tables.ts'

const rowsAtOnce = 500

/** Migration counts of backups by the last versions before the baseline, whose tables equal the baseline's. */
const beforeBaseline = { first: 43, last: 45 }

/** Reads a backup's manifest; `isOfMore`: it has more than this version's tables and columns. Throws DamagedBackup when the folder has none, or an unfinished one. */
export function readManifest(source: string): Manifest & { readonly isOfMore?: true } {
	let manifest: Manifest
	try {
		manifest = JSON.parse(readFileSync(join(source, 'respaldo.json'), 'utf8')) as Manifest
	} catch (cause) {
		throw new DamagedBackup(`en ${source} no hay un respaldo completo`, { cause })
	}
	if (manifest.formato !== 1) throw new DamagedBackup('el respaldo es de una versión más nueva de la tienda')
	const { migraciones, conocidas = migraciones } = manifest
	const isBeforeBaseline = migraciones >= beforeBaseline.first && migraciones <= beforeBaseline.last
	if (isBeforeBaseline) return { ...manifest, migraciones: 1 }
	// After a rollback, a version backs up a database with more migrations than it knows, and restores what it knows.
	const known = readJournal().entries.length
	return conocidas <= known && migraciones > known ? { ...manifest, migraciones: known, isOfMore: true } : manifest
}

interface RestoreOptions {
	/** Opens the database, created when missing and migrated up to the end of the folder. */
	readonly open: (migrations?: string) => Promise<OpenDatabase>
	readonly files: Files
	/** The folder of the backup. */
	readonly source: string
	/** The texts of the lists of deleted accounts found outside the backup. */
	readonly erasures: readonly string[]
}

/**
 * Restores a backup into an unused database and the file store, migrates it to this version, deletes again what was
 * deleted since, and passes it to `use`; it is closed afterwards. It is a held copy. @throws DamagedBackup
 */
export async function restoreInto<Result>(
	{ open, files, source, erasures }: RestoreOptions,
	use: (restored: { database: OpenDatabase; archivos: number; borradas: number }) => Promise<Result>,
): Promise<Result> {
	const { migraciones } = readManifest(source)
	const migrations = earlierMigrations(migraciones)
	const earlier = await open(migrations).finally(() => rmSync(migrations, { recursive: true }))
	try {
		const { db } = earlier
		const applied = await db.execute<{ n: number }>(sql`select count(*)::int as n from drizzle.__drizzle_migrations`)
		if ((applied.rows[0]?.n ?? 0) > migraciones)
			throw new DamagedBackup('esta base ya la abrió una versión más nueva que la del respaldo: crea otra base, vacía')
		const [person] = await db.select({ id: usuarios.id }).from(usuarios).limit(1)
		const [order] = await db.select({ id: ordenes.id }).from(ordenes).limit(1)
		if (person || order)
			throw new DamagedBackup('la base ya tiene cuentas u órdenes: se restaura solo en una base nueva y vacía')
		await restoreBackup(db, source)
	} finally {
		await earlier.close()
	}
	const database = await open()
	try {
		const archivos = await restoreFiles(files, source)
		const borradas = await eraseAgain({ db: database.db, files, hooks }, erasures)
		return await use({ database, archivos, borradas })
	} finally {
		await database.close()
	}
}

/** What a restored shop has; amounts in CLP. */
export async function countRestored(db: Database) {
	const { created_at, total, pagada_at } = ordenes
	const [orders] = await db.select({ n: count(), first: min(created_at), last: max(created_at) }).from(ordenes)
	const [paid] = await db
		.select({ n: count(), total: sum(total).mapWith(Number) })
		.from(ordenes)
		.where(isNotNull(pagada_at))
	const [accounts] = await db.select({ n: count() }).from(usuarios).where(isNull(usuarios.deleted_at))
	return {
		ordenes: orders?.n ?? 0,
		primera: orders?.first ?? undefined,
		ultima: orders?.last ?? undefined,
		pagadas: paid?.n ?? 0,
		pagado: paid?.total ?? 0,
		cuentas: accounts?.n ?? 0,
	}
}

/**
 * Fills an empty database of the backup's schema, all or nothing, and marks it as a copy that reaches nobody. Throws
 * DamagedBackup.
 */
export async function restoreBackup(db: Database, source: string): Promise<void> {
	const { tablas, isOfMore } = readManifest(source)
	await db.transaction(async (tx) => {
		await holdCopy(tx)
		for (const { nombre, filas } of tablas) {
			const table = sql.identifier(nombre)
			const { rows: all } = await tx.execute<{ name: string; is_generated: string; is_identity: string }>(
				sql`select column_name as name, is_generated, is_identity from information_schema.columns
					where table_schema = 'public' and table_name = ${nombre} order by ordinal_position`,
			)
			if (isOfMore && all.length === 0) continue
			await tx.execute(sql`delete from ${table}`)

			const stored = all.filter(({ is_generated }) => is_generated === 'NEVER')
			const columns = sql.join(
				stored.map(({ name }) => sql.identifier(name)),
				sql`, `,
			)
			let filled = 0
			let lines: string[] = []
			const insert = async () => {
				if (lines.length === 0) return
				const inserting = tx.execute(sql`insert into ${table} (${columns}) overriding system value
					select ${columns} from json_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::json)`)
				await inserting.catch((cause) => {
					throw refusedRows(nombre, cause)
				})
				filled += lines.length
				lines = []
			}
			for await (const line of linesOf(nombre, join(source, 'tablas', `${nombre}.jsonl.gz`))) {
				lines.push(line)
				if (lines.length >= rowsAtOnce) await insert()
			}
			await insert()
			if (filled !== filas) throw missingRows(nombre, filled, filas)

			// The table's sequences continue after its highest numbers.
			for (const { name } of all.filter(({ is_identity }) => is_identity === 'YES')) {
				const column = sql.identifier(name)
				const gap = name === 'nro_orden' ? skippedNumbers : 0
				await tx.execute(sql`select setval(pg_get_serial_sequence(${nombre}, ${name}), max(${column}) + ${gap}::int)
					from ${table} having max(${column}) is not null`)
			}
		}
	})
}

const missingRows = (table: string, rows: number, promised: number) =>
	new DamagedBackup(`el respaldo está dañado: la tabla ${table} trae ${rows} filas en vez de ${promised}`)

/** Errors about data and constraints (classes 22 and 23) are the backup's; any other is rethrown. */
function refusedRows(table: string, error: unknown): unknown {
	const cause = error instanceof Error ? error.cause : undefined
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
	if (!/^2[23]/.test(code)) return error
	return new DamagedBackup(`el respaldo está dañado: la base no acepta las filas de la tabla ${table} (${code})`)
}

/**
 * Yields the rows of a table's file, one JSON text each. Throws DamagedBackup for a missing, truncated or changed file.
 */
async function* linesOf(table: string, path: string): AsyncGenerator<string> {
	// The error of either stream is thrown by the reader of the last one.
	const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
	let rest = ''
	try {
		for await (const part of text) {
			const lines = `${rest}${part}`.split('\n')
			rest = lines.pop() ?? ''
			yield* lines.filter((line) => line !== '')
		}
	} catch (cause) {
		const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
		if (code === 'ENOENT') throw new DamagedBackup(`el respaldo está incompleto: falta el archivo de la tabla ${table}`)
		if (code.startsWith('Z_'))
			throw new DamagedBackup(`el respaldo está dañado: el archivo de la tabla ${table} está cortado o cambiado`)
		throw cause
	}
	if (rest !== '') yield rest
}

/** Reads a whole backup without a database. Throws DamagedBackup for anything that would prevent its restore. */
export async function checkBackup(source: string): Promise<Manifest> {
	const manifest = readManifest(source)
	for (const { nombre, filas } of manifest.tablas) {
		let read = 0
		for await (const line of linesOf(nombre, join(source, 'tablas', `${nombre}.jsonl.gz`))) {
			if (!isJson(line)) throw new DamagedBackup(`el respaldo está dañado: la tabla ${nombre} trae una fila ilegible`)
			read += 1
		}
		if (read !== filas) throw missingRows(nombre, read, filas)
	}
	const files = filesOf(source).length
	if (files !== manifest.archivos)
		throw new DamagedBackup(`el respaldo está incompleto: trae ${files} imágenes en vez de ${manifest.archivos}`)
	return manifest
}

function isJson(line: string): boolean {
	try {
		JSON.parse(line)
		return true
	} catch {
		return false
	}
}

/** Paths of a backup's pictures; empty when it has no folder for them. */
function filesOf(source: string): string[] {
	const folder = join(source, 'archivos')
	if (!existsSync(folder)) return []
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
}

/** Stores the pictures of a backup; returns their number. */
export async function restoreFiles(files: Files, source: string): Promise<number> {
	const folder = join(source, 'archivos')
	const paths = filesOf(source)
	for (const path of paths) {
		await files.put(relative(folder, path).split(sep).join('/'), readFileSync(path), `image/${extname(path).slice(1)}`)
	}
	return paths.length
}

/**
 * Enqueues the jobs that the tables imply, as a backup has none. A waiting refund may have been sent since the backup,
 * so its gateway is read first.
 */
export async function enqueueWaitingJobs(db: Database, jobs: Jobs): Promise<number> {
	return await db.transaction(async (tx) => {
		const mails = await tx.select({ id: correos.id }).from(correos).where(isNull(correos.enviado_at))
		const mailJobs = mails.map(({ id }) => ({ correo_id: id }))
		await jobs.enqueue(tx, 'enviar_correo', mailJobs)
		const refunds = await tx
			.update(devoluciones)
			.set({ estado: 'enviando', enviada_at: sql`now()`, reserva: null, reservada_hasta: null })
			.where(inArray(devoluciones.estado, ['pedida', 'enviando']))
			.returning({ id: devoluciones.id })
		const refundJobs = refunds.map(({ id }) => ({ devolucion_id: id }))
		await jobs.enqueue(tx, 'devolver_pago', refundJobs)
		return mails.length + refunds.length
	})
}

/**
 * Returns a folder with the first `count` migrations, for data of that version. Throws DamagedBackup when this version
 * has fewer.
 */
export function earlierMigrations(count: number): string {
	const journal = readJournal()
	if (count > journal.entries.length) throw new DamagedBackup('el respaldo es de una versión más nueva de la tienda')
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-migrations-'))
	mkdirSync(join(folder, 'meta'))
	const entries = journal.entries.slice(0, count)
	writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
	for (const { tag } of entries) copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
	return folder
}
