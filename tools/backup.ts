/**
 * Writes a backup: every table at one moment, and the proofs of transfers. Works on DATABASE_URL also while the shop is open; on
 * the embedded database only while it is stopped. Use: npm run backup -- [FOLDER, respaldos/<moment> unless told]
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBackup } from '#server/backup/write-backup.ts'
import { systemClock } from '#server/clock.ts'
import { bucketOf } from '#server/compose.ts'
import { EnvironmentError, readEnvironment } from '#server/environment.ts'
import { createFiles } from '#server/files/create-files.ts'
import { CannotRun, openOperatorDatabase } from './open-operator-database.ts'

async function main(): Promise<string> {
	const env = readEnvironment(process.env)
	const now = systemClock.now()
	const moment = now.toISOString().slice(0, 19).replaceAll(':', '-')
	const target = resolve(process.argv[2] ?? join('respaldos', moment))
	if (existsSync(target) && readdirSync(target).length > 0) throw new CannotRun(`${target} no está vacía`)
	const database = await openOperatorDatabase(process.env)
	try {
		const files = createFiles({ dataDir: env.dataDir, bucket: bucketOf(env), clock: systemClock })
		const { tablas, archivos } = await writeBackup({ db: database.db, files, now }, target)
		const rows = tablas.reduce((sum, { filas }) => sum + filas, 0)
		return `Respaldo completo en ${target}: ${rows} filas de ${tablas.length} tablas y ${archivos} comprobantes. Tiene datos de personas: guárdalo cifrado. SECRET_KEY y las demás variables no están en él.`
	} finally {
		await database.close()
	}
}

try {
	process.stdout.write(`${await main()}\n`)
} catch (error) {
	if (!(error instanceof CannotRun || error instanceof EnvironmentError)) throw error
	process.stderr.write(`No se puede: ${error.message}\n`)
	process.exitCode = 1
}
