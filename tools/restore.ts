/**
 * Fills an unused database and the store of files from a backup, also from one of an earlier version or of the other engine.
 * Use, with the shop stopped: npm run restore -- FOLDER
 */
import { resolve } from 'node:path'
import { earlierMigrations } from '#server/backup/earlier-migrations.ts'
import {
	askForWaitingJobs,
	isUnused,
	readManifest,
	restoreBackup,
	restoreFiles,
} from '#server/backup/restore-backup.ts'
import { EnvironmentError, readEnvironment } from '#server/environment/environment.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openFiles } from '#server/open-files.ts'
import { systemClock } from '#server/platform/clock.ts'
import { CannotRun, openOperatorDatabase } from './open-operator-database.ts'

async function main(): Promise<string> {
	if (process.argv[2] === undefined) throw new CannotRun('uso: npm run restore -- CARPETA')
	const env = readEnvironment(process.env)
	const source = resolve(process.argv[2])
	const { migraciones, created_at } = readManifest(source)
	const earlier = await openOperatorDatabase(process.env, {
		mayCreate: true,
		migrations: earlierMigrations(migraciones),
	})
	try {
		if (!(await isUnused(earlier.db))) {
			throw new CannotRun('la base ya tiene cuentas u órdenes: se restaura solo en una base nueva y vacía')
		}
		await restoreBackup(earlier.db, source)
	} finally {
		await earlier.close()
	}
	// Opened again, the data is brought to this version.
	const database = await openOperatorDatabase(process.env)
	try {
		const files = openFiles(env, systemClock)
		const archivos = await restoreFiles(files, source)
		const jobs = await openJobs(database.queueOptions, (error) => process.stderr.write(`${error.message}\n`))
		const waiting = await askForWaitingJobs(database.db, jobs)
		await jobs.stop(0)
		return `Restaurado el respaldo del ${created_at}: la base está completa, volvieron ${archivos} imágenes y quedan ${waiting} correos y devoluciones por hacer. Abre la tienda.`
	} finally {
		await database.close()
	}
}

try {
	process.stdout.write(`${await main()}\n`)
} catch (error) {
	if (!(error instanceof Error)) throw error
	if (!(error instanceof CannotRun || error instanceof EnvironmentError)) process.stderr.write(`${error.stack}\n`)
	process.stderr.write(`No se puede: ${error.message}\n`)
	process.exitCode = 1
}
