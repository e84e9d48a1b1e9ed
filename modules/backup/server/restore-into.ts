import { rmSync } from 'node:fs'
import { count, isNotNull, isNull, max, min, sum } from 'drizzle-orm'
import type { Database, OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { eraseAgain } from '#modules/backup/server/erasures.ts'
import {
	earlierMigrations,
	isUnused,
	migrationsOf,
	readManifest,
	restoreBackup,
	restoreFiles,
} from '#modules/backup/server/restore-backup.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { ordenes } from '#modules/orders/tables.ts'

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
		if ((await migrationsOf(earlier.db)) > migraciones)
			throw new DamagedBackup('esta base ya la abrió una versión más nueva que la del respaldo: crea otra base, vacía')
		if (!(await isUnused(earlier.db)))
			throw new DamagedBackup('la base ya tiene cuentas u órdenes: se restaura solo en una base nueva y vacía')
		await restoreBackup(earlier.db, source)
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
