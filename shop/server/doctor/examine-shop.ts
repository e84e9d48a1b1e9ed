import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Client } from 'pg'
import sharp from 'sharp'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { migrationsFolder } from '#core/server/db/database.ts'
import { exposedBy } from '#core/server/environment/demo.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import { noTrigrams, plainReason } from '#core/server/platform/log.ts'
import { leastFreeBytes, projectFolder, runtimeWarning } from '#core/server/platform/runtime.ts'
import { readPosition } from '#modules/delivery/shop-place.ts'
import { type Environment, EnvironmentError, misspelledNames, readEnvironment } from '#modules/lists/environment.ts'
import { moduleProbes } from '#modules/lists/server.ts'
import { variablesOfGateway } from '#modules/payments/server/gateways/gateway-variables.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { isGuessableCoupon } from '#shop/server/doctor/coupon-strength.ts'
import {
	clockSource,
	compareClock,
	plainBehindLoopback,
	probeMaps,
	testAccountOf,
} from '#shop/server/doctor/doctor-checks.ts'
import { examineOwnerSettings, readOwnerSettings, remarksOnSettings } from '#shop/server/doctor/read-owner-settings.ts'
import { openFiles, openGateways } from '#shop/server/open-providers.ts'

/** One checked item, as a sentence for the operator. `isWrong`: the shop would not work with it. */
export interface Finding {
	readonly about: string
	readonly isWrong: boolean
	readonly text: string
}

const timeoutMs = 10_000

async function find(about: string, wrong: string, check: () => Promise<string>): Promise<Finding> {
	try {
		return { about, isWrong: false, text: await check() }
	} catch (error) {
		return { about, isWrong: true, text: `${wrong}: ${plainReason(error)}` }
	}
}

/**
 * Checks a configuration and its services: database, mail, files, gateways, maps. Writes nothing but a file that it
 * deletes.
 */
export async function examineShop(raw: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
	const misspelled = misspelledNames(raw).map((text) => ({ about: 'ojo', isWrong: false, text }))
	let env: Environment
	try {
		env = readEnvironment(raw)
	} catch (error) {
		if (!(error instanceof EnvironmentError)) throw error
		const wrong = error.message.split('; ').map((text) => ({ about: 'variables', isWrong: true, text }))
		return [...wrong, ...misspelled]
	}
	const owned = await ownerSettings(env)
	const mode = env.isDemo ? 'demostración: los proveedores sin credenciales son simulados' : 'producción'
	return [
		{ about: 'variables', isWrong: false, text: `están completas, modo ${mode}` },
		...exposureOf(env),
		{ about: 'versiones', isWrong: false, text: bundledVersions() },
		await find('base de datos', 'no se puede usar', () => checkDatabase(env)),
		await find('carpeta de datos', 'no se puede usar', async () => checkFolder(env)),
		await find('correo', 'el servidor SMTP no acepta la conexión', () => checkMail(env)),
		...(await checkClock(env)),
		await find('archivos', 'no se puede guardar, leer y borrar', () => checkFiles(env)),
		...(await checkProofs(env)),
		...(await checkGateways(env)),
		await find('ajustes', 'faltan', async () => examineOwnerSettings(owned)),
		...(await Promise.all(
			moduleProbes.map(({ what, failure, probe }) =>
				find(what, failure, () => probe({ env, sellerRut: owned.vendedor_rut })),
			),
		)),
		await find('mapas', `${env.MAPS_PROVIDER} no sirve`, () => probeMaps(env, readPosition(owned.tienda_posicion))),
		...warningsOf(env, owned),
		...(await checkBehindLoopback(env)),
		...misspelled,
	]
}

/** Versions that no package advisory covers: the runtime, and libraries in machine code or WebAssembly. */
function bundledVersions(): string {
	const versionOf = (name: string) => {
		const path = join(projectFolder, 'node_modules', name, 'package.json')
		return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version : 'ausente'
	}
	const { openssl, v8 } = process.versions
	const bundled = ['sharp', '@electric-sql/pglite', '@node-rs/argon2'].map((name) => `${name} ${versionOf(name)}`)
	return `Node ${process.versions.node} (OpenSSL ${openssl}, V8 ${v8}), ${bundled.join(', ')}, libvips ${sharp.versions.vips}`
}

/** A demo's mails, staff login and payments are open to everybody who reaches it. */
function exposureOf(env: Environment): Finding[] {
	const settings = env.isDemo ? exposedBy(env) : []
	if (settings.length === 0) return []
	const text = `otros llegan a esta demostración por ${settings.join(' y ')}: sirve para mostrarla en tu red, nunca para vender (SHOP_MODE=production)`
	return [{ about: 'demostración', isWrong: true, text }]
}

const journal = join(migrationsFolder, 'meta/_journal.json')

async function checkDatabase(env: Environment): Promise<string> {
	if (env.database === undefined) {
		const folder = join(env.dataDir, 'base')
		return existsSync(folder) ? `incorporada, en ${folder}` : `incorporada; se creará en ${folder} al abrir la tienda`
	}
	const { statements, session, isPooled } = env.database
	const found = await queryPostgres(session, (client) => checkPostgres(client, isPooled ? 6 : 15))
	if (!isPooled) return found
	await queryPostgres(statements, (client) => client.query('select 1'))
	return `${found}; las consultas van por el pool de DATABASE_URL, que también responde`
}

/**
 * Findings about local database addresses that continue unencrypted to another machine; an unreachable one is reported
 * elsewhere.
 */
async function checkBehindLoopback({ isDemo, DATABASE_URL, DATABASE_DIRECT_URL }: Environment): Promise<Finding[]> {
	if (isDemo) return []
	const findings: Finding[] = []
	for (const [name, url] of Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL })) {
		if (url === undefined) continue
		const ask = (client: Client) => plainBehindLoopback(name, url, (text) => client.query(text))
		const text = await queryPostgres(url, ask).catch(() => undefined)
		if (text !== undefined) findings.push({ about: 'ojo', isWrong: false, text })
	}
	return findings
}

async function queryPostgres<Answer>(url: string, request: (client: Client) => Promise<Answer>): Promise<Answer> {
	const { default: pg } = await import('pg')
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
	client.on('error', () => {})
	await client.connect()
	try {
		return await request(client)
	} finally {
		await client.end()
	}
}

/** The owner's settings; the environment's when the database does not answer, which is reported elsewhere. */
async function ownerSettings(env: Environment): Promise<Settings> {
	const silent = () => readOwnerSettings(undefined, env)
	if (env.database === undefined) return await silent()
	return await queryPostgres(env.database.session, (client) => readOwnerSettings(client, env)).catch(silent)
}

/** `perProcess`: the maximum of connections per process; with a pool only the direct ones. */
async function checkPostgres(client: Client, perProcess: number): Promise<string> {
	const [server] = (
		await client.query<{ version: number; most: number; may: boolean }>(
			`select current_setting('server_version_num')::int as version, current_setting('max_connections')::int as most,
				has_database_privilege(current_database(), 'CREATE') as may`,
		)
	).rows
	if (!server || server.version < 140_000) throw new Error('la tienda necesita PostgreSQL 14 o más nuevo')
	if (!server.may) throw new Error('el usuario no puede crear esquemas en esa base (GRANT CREATE ON DATABASE)')
	const known = (JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] }).entries.length
	const [search] = (
		await client.query<{ encoding: string; trigrams: boolean }>(
			`select getdatabaseencoding() as encoding, coalesce(bool_or(installed or trusted), false) as trigrams
				from pg_available_extension_versions where name = 'pg_trgm'`,
		)
	).rows
	if (search?.encoding !== 'UTF8')
		throw new Error(`la base guarda sus textos en ${search?.encoding}: créala con createdb -E UTF8 -T template0`)
	if (!search.trigrams) throw new Error(noTrigrams)
	const { rows } = await client.query<{ there: boolean }>(
		`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
	)
	const done = rows[0]?.there
		? Number((await client.query('select count(*) as n from drizzle.__drizzle_migrations')).rows[0]?.n)
		: 0
	const processes = Math.floor((server.most - 10) / perProcess)
	return `PostgreSQL ${Math.floor(server.version / 10_000)} responde; ${migrationText(known - done)}; sus ${server.most} conexiones alcanzan para ${processes} procesos`
}

/** A newer version's migrations are no fault: after a rollback the shop runs on them. */
function migrationText(missing: number): string {
	if (missing === 0) return 'al día'
	if (missing > 0) return `le faltan ${missing} migraciones, que se aplican al abrir la tienda`
	return `ojo: la abrió una versión más nueva (${-missing} migraciones más); esta versión vende con ella, y los correos y trabajos que solo aquella conoce la esperan`
}

/** Checks this machine's clock; no call is made without a real provider. */
async function checkClock(env: Environment): Promise<Finding[]> {
	const source = clockSource(env)
	if (source === undefined) return []
	const found = await find('reloj', 'no está a la hora', () => compareClock(source, systemClock.now))
	const isCompared = found.isWrong || found.text.startsWith('va igual')
	return [isCompared ? found : { ...found, about: 'ojo', text: `reloj: ${found.text}` }]
}

function checkFolder(env: Environment): string {
	mkdirSync(env.dataDir, { recursive: true })
	const probe = join(env.dataDir, `.diagnostico-${process.pid}`)
	writeFileSync(probe, '')
	rmSync(probe)
	const { bavail, bsize } = statfsSync(env.dataDir)
	const free = bavail * bsize
	if (free < leastFreeBytes) throw new Error(`en ${env.dataDir} queda menos de 1 GB libre`)
	return `${env.dataDir} se puede escribir, ${Math.floor(free / 1024 ** 3)} GB libres`
}

async function checkMail(env: Environment): Promise<string> {
	if (env.SMTP_URL === undefined) return 'sin SMTP_URL: los correos van al buzón simulado'
	const times = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
	const transport = createTransport({ url: env.SMTP_URL, ...times })
	try {
		await transport.verify()
		return `${new URL(env.SMTP_URL).host} acepta la conexión y las credenciales; se envía como ${env.MAIL_FROM}`
	} finally {
		transport.close()
	}
}

async function checkFiles(env: Environment): Promise<string> {
	const files = openFiles(env, systemClock)
	const key = `diagnostico/${randomUUID()}.txt`
	const bytes = Buffer.from('premium shaker')
	await files.put(key, bytes, 'text/plain')
	const back = await files.get(key)
	await files.delete(key)
	if (!back || !bytes.equals(back)) throw new Error('lo que se leyó no es lo que se guardó')
	if ((await files.get(key)) !== undefined) throw new Error('lo borrado sigue ahí')
	return env.S3_BUCKET ? `el depósito ${env.S3_BUCKET} guarda, entrega y borra` : 'la carpeta guarda, entrega y borra'
}

/** Checks that the store belongs to the database: it has the picture of the newest proof. */
async function checkProofs(env: Environment): Promise<Finding[]> {
	if (env.database === undefined) return []
	// An unreachable or empty database is reported elsewhere.
	const newest = await queryPostgres(env.database.session, newestProof).catch(() => undefined)
	if (newest === undefined) return []
	const finding = await find('comprobantes', 'no están', async () => {
		const files = openFiles(env, systemClock)
		if (await files.get(newest)) return 'el último está en su lugar'
		const place = env.S3_BUCKET ? `el depósito ${env.S3_BUCKET}` : `DATA_DIR (${env.dataDir})`
		throw new Error(`el último que la base nombra falta en ${place}, que no parece ser donde los guarda la tienda`)
	})
	return [finding]
}

async function newestProof(client: Client): Promise<string | undefined> {
	const { rows } = await client.query<{ archivo: string }>(
		'select archivo from comprobantes where borrado_at is null order by created_at desc limit 1',
	)
	return rows[0]?.archivo
}

async function checkGateways(env: Environment): Promise<Finding[]> {
	const real = env.gateways.filter((name) => env[variablesOfGateway[name].credentials[0]] !== undefined)
	const findings: Finding[] = []
	for (const [name, gateway] of openGateways({ ...env, gateways: real }, undefined)) {
		findings.push(
			await find(name, 'no se puede cobrar', async () => {
				await gateway.probe()
				return ['responde y acepta las credenciales', testAccountOf(env, name)].filter(Boolean).join('; ')
			}),
		)
	}
	const rest = gatewayMethods.filter((name) => !real.includes(name))
	if (rest.length > 0) {
		const text = `${rest.join(', ')}: ${env.isDemo ? 'simuladas o no ofrecidas' : 'apagadas, no tienen credenciales'}`
		findings.push({ about: 'otras pasarelas', isWrong: false, text })
	}
	return findings
}

/** Working but probably unintended configuration. */
function warningsOf(env: Environment, owned: Settings): Finding[] {
	const remarks = env.isDemo ? [] : remarksOnSettings(owned)
	const runtime = runtimeWarning()
	if (runtime) remarks.push(runtime)
	if (!env.isDemo && env.TRUSTED_PROXIES === undefined)
		remarks.push(
			'TRUSTED_PROXIES no está: detrás de un proxy, todos los visitantes contarán como uno solo en los límites',
		)
	if (!env.isDemo && env.discountCode !== undefined && isGuessableCoupon(env.discountCode))
		remarks.push(
			'DISCOUNT_CODE se puede adivinar: es corto o está hecho de palabras y números. Su huella está en la página; usa uno de openssl rand -hex 8',
		)
	if (env.SECRET_KEY_PREVIOUS) remarks.push('SECRET_KEY_PREVIOUS sigue puesta: quítala 30 días después del cambio')
	if (!env.isDemo && env.gateways.length === 0)
		remarks.push('ninguna pasarela tiene credenciales: solo se ofrecerán transferencia y efectivo')
	if (!env.isDemo && !env.S3_BUCKET)
		remarks.push(
			'sin S3_BUCKET los archivos quedan en DATA_DIR: con varias máquinas tiene que ser una carpeta compartida',
		)
	return remarks.map((text) => ({ about: 'ojo', isWrong: false, text }))
}
