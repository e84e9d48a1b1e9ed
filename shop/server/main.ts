import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type pino from 'pino'
import { type OpenDatabase, openPglite, openPostgres } from '#core/server/db/database.ts'
import { FolderInUse, FolderNotLockable } from '#core/server/db/folder.ts'
import { type Demo, readDemoSecrets, simulatorCredentials, simulatorsKey } from '#core/server/environment/demo.ts'
import { errorCause } from '#core/server/http/errors.ts'
import { keyParameter } from '#core/server/http/security.ts'
import { createSmtpMailer } from '#core/server/mail/smtp-mailer.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import { createLog, errorText, plainReason } from '#core/server/platform/log.ts'
import { projectFolder, runtimeWarning, shopVersion } from '#core/server/platform/runtime.ts'
import { isThisMachine, reachOf } from '#core/server/platform/variables.ts'
import { ensureFirstStaff } from '#modules/accounts/server/accounts.ts'
import { demoStock, seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { type Environment, EnvironmentError, misspelledNames, readEnvironment } from '#modules/lists/environment.ts'
import { moduleSimulators } from '#modules/lists/server.ts'
import { storeFixedSettings } from '#modules/settings/server/owner-variables.ts'
import { composeShop } from '#shop/server/compose.ts'

const stopMs = 10_000
/** A stop may arrive while the shop is still starting: failures of the start are then no errors. */
let isStopping = false

/** A failed start; its message is one line for the operator. */
class CannotStart extends Error {}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function openDatabase(env: Environment, log: pino.Logger): Promise<OpenDatabase> {
	if (env.database === undefined) return await openPglite(join(env.dataDir, 'base'))
	try {
		return await openPostgres(env.database, (err) => log.error({ err }, 'a database connection broke'))
	} catch (error) {
		const at = URL.parse(env.database.session)
		const place = at?.hostname ? ` en ${at.hostname}:${at.port || 5432}` : ''
		const name = env.database.isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
		throw new CannotStart(`${name}: la base de datos${place} no sirve: ${plainReason(error)}`)
	}
}

/** Throws for a folder that is not writable, now and not at the first proof. A bucket needs none. */
function checkDataDir({ dataDir, isDemo, DATABASE_URL, S3_BUCKET }: Environment): void {
	if (!isDemo && DATABASE_URL !== undefined && S3_BUCKET !== undefined) return
	try {
		mkdirSync(dataDir, { recursive: true })
		accessSync(dataDir, constants.W_OK | constants.X_OK)
		if (!statSync(dataDir).isDirectory()) throw new Error('no es una carpeta')
	} catch (error) {
		throw new CannotStart(`DATA_DIR: no se puede escribir en ${dataDir} (${messageOf(error)})`)
	}
}

/** The operator's reason why the shop cannot listen, if it is one. */
function cannotListen({ HOST, PORT }: Environment, error: unknown): unknown {
	const why = messageOf(error)
	if (why.includes('EADDRINUSE'))
		return new CannotStart(`PORT: el puerto ${PORT} ya está en uso; cierra el otro programa o elige otro con PORT`)
	if (why.includes('EACCES'))
		return new CannotStart(`PORT: este usuario no puede abrir el puerto ${PORT}; elige uno de 1024 o más`)
	if (why.includes('ENOENT'))
		return new CannotStart(`falta un archivo de la tienda (${why}): instala otra vez esta versión, entera`)
	if (why.includes('EADDRNOTAVAIL') || why.includes('ENOTFOUND'))
		return new CannotStart(`HOST: ${HOST} no es una dirección de esta máquina`)
	return error
}

/** The simulators of the outside providers; the modules are loaded in demo mode only. */
async function openDemo(env: Environment): Promise<{ demo: Demo; smtpUrl: string; closeInbox: () => Promise<void> }> {
	const [{ simulators }, { startInbox }] = await Promise.all([
		import('@premium-shaker/simulators'),
		import('@premium-shaker/simulators/correo'),
	])
	const secrets = readDemoSecrets(env.dataDir)
	const dataDir = join(env.dataDir, 'simuladores')
	const inbox = await startInbox({ dataDir })
	const host = ['localhost', '0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST
	const simulatorsUrl = `http://${host}:${env.PORT}/simuladores`
	const plugin = simulators({
		dataDir,
		baseUrl: () => env.publicUrl,
		...simulatorCredentials(secrets),
		...moduleSimulators(secrets, env),
		push: { url: simulatorsUrl },
		inbox: inbox.plugin,
	})
	return { demo: { secrets, simulatorsUrl, plugin }, smtpUrl: inbox.smtpUrl, closeInbox: () => inbox.close() }
}

async function start(): Promise<void> {
	const env = readEnvironment(process.env)
	const log = createLog(env.LOG_LEVEL)
	checkDataDir(env)
	const database = await openDatabase(env, log)
	await seedCatalog(database.db, env.isDemo ? demoStock : 0)
	await storeFixedSettings({ db: database.db, clock: systemClock }, env)
	const password = env.STAFF_PASSWORD ?? randomBytes(9).toString('base64url')
	const staff = await ensureFirstStaff(database.db, { email: env.STAFF_EMAIL, password })
	const openedDemo = env.isDemo ? await openDemo(env) : undefined
	const smtpUrl = env.SMTP_URL ?? openedDemo?.smtpUrl
	if (smtpUrl === undefined) throw new CannotStart('SMTP_URL falta')
	const shop = await composeShop({
		env,
		database,
		clock: systemClock,
		log,
		mailer: createSmtpMailer({ url: smtpUrl, from: env.MAIL_FROM }),
		demo: openedDemo?.demo,
		pagesRoot: projectFolder,
	})
	stopOnSignals(async () => {
		await shop.close(stopMs - 3000)
		await openedDemo?.closeInbox()
	}, log)
	try {
		await shop.app.listen({ port: env.PORT, host: env.HOST })
		// Pages are served while the map is loaded.
		await shop.warmUp()
	} catch (error) {
		await shop.close(0)
		await openedDemo?.closeInbox()
		if (messageOf(error).includes('SHOP_LAT')) throw new CannotStart(messageOf(error))
		throw cannotListen(env, error)
	}
	await shop.startJobs()
	await shop.payments.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'renovar_feed', {}))
	const warning = runtimeWarning()
	if (warning) log.warn({ node: process.versions.node }, warning)
	const misspelled = misspelledNames(process.env)
	if (misspelled.length > 0) log.warn({}, misspelled.join(' '))
	log.info({ ...shopVersion, node: process.versions.node, url: env.publicUrl }, 'the shop is open')
	// Among the log lines of a service it would be six that are no JSON.
	if (openedDemo || process.stdout.isTTY)
		welcome(env, staff.created && env.STAFF_PASSWORD === undefined ? password : undefined, openedDemo?.demo)
}

/**
 * Stops in order on SIGTERM and SIGINT (code 0), and after an uncaught error (1), as the memory state is then
 * unreliable.
 */
function stopOnSignals(close: () => Promise<void>, log: pino.Logger): void {
	const stop = async (code: number) => {
		if (isStopping) return
		isStopping = true
		setTimeout(() => {
			log.error({}, 'did not stop in time')
			process.exit(1)
		}, stopMs).unref()
		try {
			await close()
		} catch (err) {
			// The database may be unreachable: nothing more can be finished.
			log.error({ err }, 'could not close everything')
		}
		process.exit(code)
	}
	process.on('SIGTERM', () => void stop(0))
	process.on('SIGINT', () => void stop(0))
	process.on('uncaughtException', (err) => {
		log.fatal({ err, causa: errorCause(err) }, 'an error that nobody caught')
		void stop(1)
	})
}

function welcome(env: Environment, password: string | undefined, demo: Demo | undefined): void {
	const lines = [
		'',
		'  Premium Shaker está abierta',
		'',
		`  Tienda             ${env.publicUrl}`,
		`  Ingreso del equipo ${env.publicUrl}/login   (${env.STAFF_EMAIL})`,
		...(password ? [`  Contraseña         ${password}   (se muestra solo esta vez)`] : []),
		...(demo ? demoLines(env, demo) : []),
		'',
	]
	process.stdout.write(`${lines.join('\n')}\n`)
}

/** The addresses of the simulators: here, and with the key from another machine. */
function demoLines(env: Environment, { secrets }: Demo): string[] {
	const simulatorsUrl = `${env.publicUrl}/simuladores`
	const lines = [
		`  Correos enviados   ${simulatorsUrl}/correo`,
		`  Con llave          ${simulatorsUrl}/?${keyParameter}=${simulatorsKey(secrets)}`,
		'                     (abre correos y simuladores en el navegador de otro equipo)',
	]
	const address = isThisMachine(env.publicUrl) && reachOf(env.HOST) !== 'machine' ? networkAddress() : undefined
	if (address) lines.push(`  Desde un teléfono  parte con PUBLIC_URL=http://${address}:${env.PORT}`)
	return lines
}

/** The address of this machine in its network. */
function networkAddress(): string | undefined {
	const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
	return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

const isAboutFolder = (error: unknown) => error instanceof FolderInUse || error instanceof FolderNotLockable

start().catch((error: unknown) => {
	if (isStopping) return
	const isExpected = error instanceof EnvironmentError || error instanceof CannotStart || isAboutFolder(error)
	process.stderr.write(isExpected ? `No se puede abrir la tienda: ${error.message}\n` : `${errorText(error)}\n`)
	process.exit(1)
})
