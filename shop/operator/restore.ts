/**
 * Fills an unused database and the file store from a backup, also of an earlier version or of the other engine, with the
 * shop stopped. The shop on it reaches nobody until --open, or until somebody says so in the panel.
 */
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { type Database, openPglite } from '#core/server/db/database.ts'
import { isHeldCopy } from '#core/server/db/held-copy.ts'
import { createFolderFiles } from '#core/server/files/files.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import { copiesAmong } from '#modules/backup/copies.ts'
import { waitingText } from '#modules/backup/copy-text.ts'
import { readErasuresOutside } from '#modules/backup/server/copy-outside.ts'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { eraseAgain, erasuresFile, readErasuresFile } from '#modules/backup/server/erasures.ts'
import { openCopy, readWaiting } from '#modules/backup/server/held-copy.ts'
import { type OutsideStore, openOutside } from '#modules/backup/server/outside-store.ts'
import {
	checkBackup,
	countRestored,
	enqueueWaitingJobs,
	readManifest,
	restoreInto,
} from '#modules/backup/server/restore-backup.ts'
import { unseal } from '#modules/backup/server/seal.ts'
import { readEnvironment } from '#modules/lists/environment.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { CannotRun, openOperatorDatabase } from '#shop/operator/shared/open-operator-database.ts'
import { runTool } from '#shop/operator/shared/run-tool.ts'
import { openFiles } from '#shop/server/open-providers.ts'

const usage = `uso: npm run restore -- [--check | --rehearse] CARPETA | ARCHIVO.tar.age | --newest [--key ARCHIVO-DE-LA-LLAVE] [--erased LISTA]
     npm run restore -- --open | --erase-again`

function readArguments() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				check: { type: 'boolean' },
				rehearse: { type: 'boolean' },
				open: { type: 'boolean' },
				newest: { type: 'boolean' },
				'erase-again': { type: 'boolean' },
				key: { type: 'string' },
				erased: { type: 'string' },
			},
		})
	} catch (cause) {
		throw new CannotRun(usage, { cause })
	}
}

const { values, positionals } = readArguments()

/** A folder for this run alone, gone after `use`. */
async function withTemporary<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-restore-'))
	try {
		return await use(folder)
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

/** Passes the backup's folder to `use`: the named one, or a temporary one with an opened copy. */
async function withSource<Result>(
	store: OutsideStore | undefined,
	use: (folder: string) => Promise<Result>,
): Promise<Result> {
	const [named] = positionals
	if ((named === undefined) === !values.newest) throw new CannotRun(usage)
	if (named !== undefined && !existsSync(named)) throw new CannotRun(`no existe ${resolve(named)}`)
	if (named !== undefined && statSync(named).isDirectory()) return await use(resolve(named))
	const sealed = named === undefined ? await readNewest(store) : createReadStream(named)
	const { key } = values
	if (key === undefined) throw new CannotRun('el respaldo está cifrado: indica --key con el archivo de la llave')
	const identity = readFileSync(key, 'utf8')
		.split('\n')
		.find((line) => line.startsWith('AGE-SECRET-KEY-'))
	if (identity === undefined) throw new CannotRun(`en ${key} no hay una línea que empiece con AGE-SECRET-KEY-`)
	return await withTemporary(async (folder) => {
		await unseal(sealed, identity.trim(), folder)
		return await use(folder)
	})
}

async function readNewest(store: OutsideStore | undefined): Promise<Readable> {
	if (!store) throw new CannotRun('BACKUP_TO falta: --newest abre la última copia que hay ahí')
	const [name] = copiesAmong(await store.names())
	if (name === undefined) throw new CannotRun(`en ${store.place} no hay ninguna copia`)
	process.stdout.write(`${store.place}/${name}\n`)
	return await store.read(name)
}

/** The lists of deleted accounts of DATA_DIR, BACKUP_TO and --erased, with where each was found. */
async function findErasures(dataDir: string, store: OutsideStore | undefined) {
	const { erased } = values
	const local = join(dataDir, erasuresFile)
	const lists = [
		{ place: local, text: await readErasuresFile(local) },
		...(store ? [{ place: store.place, text: await readErasuresOutside(store) }] : []),
		...(erased === undefined ? [] : [{ place: erased, text: readFileSync(erased, 'utf8') }]),
	].filter(({ text }) => text !== undefined)
	return { texts: lists.map(({ text = '' }) => text), places: lists.map(({ place }) => place) }
}

const erasedText = (borradas: number, places: readonly string[]) => {
	const lists = places.length === 0 ? 'no se encontró ninguna lista de borrados' : `listas: ${places.join(', ')}`
	return `cuentas borradas otra vez: ${borradas} (${lists})`
}

async function restore(): Promise<string> {
	const env = readEnvironment(process.env)
	const store = openOutside(env, systemClock)
	if (values.open) return await open()
	if (values['erase-again']) {
		const { texts, places } = await findErasures(env.dataDir, store)
		const again = (db: Database) => eraseAgain({ db, files: openFiles(env, systemClock), hooks }, texts)
		return `Listo; ${erasedText(await withDatabase(again), places)}.`
	}
	return await withSource(store, async (source) => {
		if (values.check) {
			const { created_at, tablas, archivos } = await checkBackup(source)
			return `El respaldo del ${created_at} se lee entero: ${tablas.length} tablas y ${archivos} imágenes. No se restauró nada.`
		}
		const { created_at } = readManifest(source)
		const { texts, places } = await findErasures(env.dataDir, store)
		if (values.rehearse) return await rehearse(source, texts, places)
		const options = {
			source,
			erasures: texts,
			files: openFiles(env, systemClock),
			open: (migrations?: string) =>
				openOperatorDatabase(process.env, { mayCreate: true, ...(migrations !== undefined && { migrations }) }),
		}
		return await restoreInto(options, async ({ database, archivos, borradas }) => {
			const jobs = await openJobs(database.queueOptions, (error) => process.stderr.write(`${error.message}\n`))
			await enqueueWaitingJobs(database.db, jobs)
			await jobs.stop(0)
			const waiting = await readWaiting(database.db, systemClock.now())
			return [
				`Restaurado el respaldo del ${created_at}: la base está completa, volvieron ${archivos} imágenes; ${erasedText(borradas, places)}.`,
				`Es una copia retenida: abierta, no vende ni escribe a nadie. ${waitingText(waiting)}`,
				'Cuando sea la tienda: «Esta es la tienda ahora» en el panel, o npm run restore -- --open.',
			].join('\n')
		})
	})
}

/** Restores into a temporary embedded database, reads what is in it, and leaves nothing. No provider is opened. */
async function rehearse(source: string, erasures: readonly string[], places: readonly string[]): Promise<string> {
	return await withTemporary(async (folder) => {
		const options = {
			source,
			erasures,
			files: createFolderFiles(join(folder, 'archivos')),
			open: (migrations?: string) => openPglite(join(folder, 'base'), undefined, migrations),
		}
		return await restoreInto(options, async ({ database, archivos, borradas }) => {
			const found = await countRestored(database.db)
			const { primera, ultima } = found
			const days = primera && ultima ? ` (la primera del ${dayIn(primera)}, la última del ${dayIn(ultima)})` : ''
			return [
				`El respaldo del ${readManifest(source).created_at} se restaura entero:`,
				`  órdenes   ${found.ordenes}${days}`,
				`  pagadas   ${found.pagadas}, por ${formatClp(found.pagado)}`,
				`  cuentas   ${found.cuentas}`,
				`  imágenes  ${archivos}`,
				`  ${erasedText(borradas, places)}`,
				'Fue un ensayo en una base aparte: no se llamó ni se escribió a nadie, y ya no queda nada de él.',
			].join('\n')
		})
	})
}

async function withDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
	const database = await openOperatorDatabase(process.env)
	try {
		return await use(database.db)
	} finally {
		await database.close()
	}
}

const open = () =>
	withDatabase(async (db) => {
		if (!(await isHeldCopy(db))) return 'Esta base no está retenida: ya es la tienda.'
		const waiting = await readWaiting(db, systemClock.now())
		await openCopy(db, null)
		return `Esta es la tienda ahora. ${waitingText(waiting)}`
	})

function asCannotRun(error: unknown): never {
	throw error instanceof DamagedBackup ? new CannotRun(error.message, { cause: error }) : error
}

await runTool(async () => void process.stdout.write(`${await restore().catch(asCannotRun)}\n`))
