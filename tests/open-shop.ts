import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulators } from '@premium-shaker/simulators'
import { type Inbox, startInbox } from '@premium-shaker/simulators/correo'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { type DemoSecrets, readDemoSecrets, simulatorCredentials } from '#core/server/environment/demo.ts'
import { createSmtpMailer } from '#core/server/mail/smtp-mailer.ts'
import { ensureFirstStaff } from '#modules/accounts/server/accounts.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { type Environment, readEnvironment } from '#modules/lists/environment.ts'
import { moduleSimulators } from '#modules/lists/server.ts'
import { storeFixedSettings } from '#modules/settings/server/owner-variables.ts'
import { ajustes } from '#modules/settings/tables.ts'
import { type ComposeOptions, composeShop, type Shop } from '#shop/server/compose.ts'
import { freePort } from '#tests/free-port.ts'
import { liftLimits } from '#tests/lift-limits.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { createTestClock, type TestClock } from '#tests/test-clock.ts'

/** The whole shop in one test file: its API without a port, and the providers' simulators on a loopback port. */
export interface TestShop extends Shop {
	readonly database: OpenDatabase
	readonly env: Environment
	readonly clock: TestClock
	readonly inbox: Inbox
	readonly secrets: DemoSecrets
	/** URL of the simulators, e.g. `${simulatorsUrl}/mercadopago`. */
	readonly simulatorsUrl: string
	/** Runs all queued jobs, including delayed ones and retries. */
	retryJobs(): Promise<void>
	stop(): Promise<void>
}

export const staffLogin = { email: 'jefa@premiumshaker.cl', password: 'clave-de-la-jefa' }

/** Opens a shop on a fresh database, or on `database`. Rate limits are disabled unless `limitScale` is set. */
export async function openTestShop(
	options: {
		variables?: Record<string, string>
		database?: OpenDatabase
		limitScale?: number
		pagesRoot?: string
		/** Public URL, for one that a demo shop rejects. */
		publicUrl?: string
		logLevel?: string
		/** `sold`: uses the initial limits of unpaid orders; by default they are disabled. */
		limits?: 'sold' | 'lifted'
		/** Instead of all modules. */
		modules?: ComposeOptions['modules']
	} = {},
): Promise<TestShop> {
	const dataDir = mkdtempSync(join(tmpdir(), 'premium-shaker-'))
	const port = await freePort()
	const own = { SHOP_MODE: 'demo', PORT: String(port), DATA_DIR: dataDir, TAX_DOCUMENTS: 'none' }
	const read = readEnvironment({ ...own, ...options.variables })
	const env = { ...read, publicUrl: options.publicUrl ?? read.publicUrl }
	const clock = createTestClock()
	const database = options.database ?? (await openTestDatabase())
	const log = pino({ level: options.logLevel ?? 'silent' })
	await seedCatalog(database.db)
	if (options.limits === 'sold') await database.db.delete(ajustes)
	else await liftLimits(database.db)
	await storeFixedSettings({ db: database.db, clock }, env)
	await ensureFirstStaff(database.db, staffLogin)
	const secrets = readDemoSecrets(dataDir)
	const inbox = await startInbox({ dataDir, most: 20_000 })
	const ofModules: Pick<Parameters<typeof simulators>[0], 'openfactura'> = moduleSimulators(secrets, env)
	const simulatorsUrl = `http://127.0.0.1:${port}/simuladores`
	const plugin = simulators({
		dataDir,
		baseUrl: () => env.publicUrl,
		...simulatorCredentials(secrets),
		...(ofModules.openfactura && {
			openfactura: { ...ofModules.openfactura, limits: { perSecond: 0, perMinute: 0 } },
		}),
		push: { url: simulatorsUrl },
		inbox: inbox.plugin,
		clock: clock.now,
	})
	const demo = { secrets, simulatorsUrl, plugin }
	const shop = await composeShop({
		env,
		database,
		clock,
		log,
		mailer: createSmtpMailer({ url: inbox.smtpUrl, from: env.MAIL_FROM }),
		demo,
		...(options.modules && { modules: options.modules }),
		limitScale: options.limitScale ?? 1000,
		...(options.pagesRoot === undefined ? {} : { pagesRoot: options.pagesRoot }),
	})
	// The shop listens, because gateways send notifications to its public URL.
	await shop.app.listen({ port, host: '127.0.0.1' })
	return {
		...shop,
		database,
		env,
		clock,
		inbox,
		secrets,
		simulatorsUrl,
		async retryJobs() {
			await database.db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
			await shop.drainJobs()
		},
		async stop() {
			await shop.close(0)
			await inbox.close()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}
