/**
 * Writes a backup: every table at one moment, and the proofs of transfers, while the shop is open or stopped. An open shop
 * on its embedded database writes it itself. Use: npm run backup -- [FOLDER, respaldos/<moment> by default]; with --new-key
 * it only prints a pair of keys for the copies outside.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '#core/server/platform/clock.ts'
import { requestBackup } from '#modules/backup/server/backup-socket.ts'
import { newKeys } from '#modules/backup/server/seal.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'
import { type Environment, readEnvironment } from '#modules/lists/environment.ts'
import { CannotRun, openOperatorDatabase } from '#shop/operator/shared/open-operator-database.ts'
import { runTool } from '#shop/operator/shared/run-tool.ts'
import { openFiles } from '#shop/server/open-providers.ts'

async function main(): Promise<{ isComplete: boolean; text: string }> {
	const env = readEnvironment(process.env)
	const now = systemClock.now()
	const moment = now.toISOString().slice(0, 19).replaceAll(':', '-')
	const target = resolve(process.argv[2] ?? join('respaldos', moment))
	if (existsSync(target) && readdirSync(target).length > 0) throw new CannotRun(`${target} no está vacía`)
	const asked = env.DATABASE_URL === undefined ? await askOpenShop(env, target) : undefined
	const { tablas, archivos, faltan } = asked ?? (await writeOne(env, now, target))
	const rows = tablas.reduce((sum, { filas }) => sum + filas, 0)
	const held = `${target}: ${rows} filas de ${tablas.length} tablas y ${archivos} imágenes`
	if (faltan > 0) {
		const place = env.S3_BUCKET
			? `el depósito ${env.S3_BUCKET}`
			: `${env.dataDir}, que tiene que ser la DATA_DIR de la tienda`
		const text = `Respaldo incompleto en ${held}. Faltan imágenes: ${faltan} de ${archivos + faltan} no están en ${place}.`
		return { isComplete: false, text }
	}
	const text = `Respaldo completo en ${held}. Tiene datos de personas: guárdalo cifrado. SECRET_KEY y las demás variables no están en él.`
	return { isComplete: true, text }
}

/** Requests the backup from the shop that has the embedded database open, if any; @throws with its error. */
async function askOpenShop(env: Environment, target: string) {
	try {
		return await requestBackup(join(env.dataDir, 'base'), target)
	} catch (cause) {
		if (!(cause instanceof Error)) throw cause
		throw new CannotRun(`la tienda abierta no pudo escribir el respaldo (${cause.message})`, { cause })
	}
}

/** Opens the database and writes the backup: PostgreSQL's at any time, the embedded one's while the shop is stopped. */
async function writeOne(env: Environment, now: Date, target: string) {
	const database = await openOperatorDatabase(process.env)
	const { db } = database
	try {
		const files = openFiles(env, systemClock)
		return await writeBackup({ database: { db, readAside: (read) => read(db) }, files, now }, target)
	} finally {
		await database.close()
	}
}

async function printKeys(): Promise<void> {
	const { identity, recipient } = await newKeys()
	process.stdout.write(`# La llave que abre los respaldos de la tienda. Se muestra solo esta vez: guárdala en dos lugares fuera de este equipo
# (un gestor de contraseñas y un papel). Sin ella las copias no se abren. En la tienda no se escribe.
${identity}

# Lo que sí se escribe en la tienda, que con esto cierra las copias y no las puede abrir:
BACKUP_KEY=${recipient}
`)
}

await runTool(async () => {
	if (process.argv[2] === '--new-key') return await printKeys()
	const { isComplete, text } = await main()
	const stream = isComplete ? process.stdout : process.stderr
	stream.write(`${text}\n`)
	if (!isComplete) process.exitCode = 1
})
