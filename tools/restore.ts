/**
 * Fills an unused database and the file store from a backup, also of an earlier version or of the other engine. Use, with
 * the shop stopped: npm run restore -- FOLDER; after --check the backup is only read, without a database.
 */
import { resolve } from 'node:path'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import {
	checkBackup,
	DamagedBackup,
	earlierMigrations,
	enqueueWaitingJobs,
	isUnused,
	migrationsOf,
	readManifest,
	restoreBackup,
	restoreFiles,
} from '#modules/backup/server/restore-backup.ts'
import { readEnvironment } from '#shop/server/environment/environment.ts'
import { openFiles } from '#shop/server/open-providers.ts'
import { CannotRun, openOperatorDatabase } from './open-operator-database.ts'
import { runTool } from './run-tool.ts'

async function main(): Promise<string> {
	const [first, second] = process.argv.slice(2)
	const folder = first === '--check' ? second : first
	if (folder === undefined) throw new CannotRun('uso: npm run restore -- [--check] CARPETA')
	const source = resolve(folder)
	if (first === '--check') {
		const { created_at, tablas, archivos } = await checkBackup(source)
		return `El respaldo del ${created_at} se lee entero: ${tablas.length} tablas y ${archivos} imágenes. No se restauró nada.`
	}
	const env = readEnvironment(process.env)
	const { migraciones, created_at } = readManifest(source)
	const earlier = await openOperatorDatabase(process.env, {
		mayCreate: true,
		migrations: earlierMigrations(migraciones),
	})
	try {
		if ((await migrationsOf(earlier.db)) > migraciones) {
			throw new CannotRun('esta base ya la abrió una versión más nueva que la del respaldo: crea otra base, vacía')
		}
		if (!(await isUnused(earlier.db))) {
			throw new CannotRun('la base ya tiene cuentas u órdenes: se restaura solo en una base nueva y vacía')
		}
		await restoreBackup(earlier.db, source)
	} finally {
		await earlier.close()
	}
	// Opening migrates the data to this version.
	const database = await openOperatorDatabase(process.env)
	try {
		const files = openFiles(env, systemClock)
		const archivos = await restoreFiles(files, source)
		const jobs = await openJobs(database.queueOptions, (error) => process.stderr.write(`${error.message}\n`))
		const waiting = await enqueueWaitingJobs(database.db, jobs)
		await jobs.stop(0)
		return `Restaurado el respaldo del ${created_at}: la base está completa, volvieron ${archivos} imágenes y quedan ${waiting} correos y devoluciones por hacer. Abre la tienda.`
	} finally {
		await database.close()
	}
}

function asCannotRun(error: unknown): never {
	throw error instanceof DamagedBackup ? new CannotRun(error.message, { cause: error }) : error
}

await runTool(async () => void process.stdout.write(`${await main().catch(asCannotRun)}\n`))
