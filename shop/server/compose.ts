import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { dayIn } from '#core/rules/times.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { type CopyHold, followCopyHold } from '#core/server/db/held-copy.ts'
import { type Demo, simulatorsKey } from '#core/server/environment/demo.ts'
import type { Files } from '#core/server/files/files.ts'
import { stopListening } from '#core/server/http/connections.ts'
import { errorCause } from '#core/server/http/errors.ts'
import { followCatalogChanges } from '#core/server/jobs/catalog-changes.ts'
import { type FailedJob, type Jobs, openJobs } from '#core/server/jobs/jobs.ts'
import { type EnqueueMail, notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Mailer } from '#core/server/mail/smtp-mailer.ts'
import { jobsOf, type ModuleParts, type ShopModule } from '#core/server/module.ts'
import { createPictureDecoder, type PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import { createDiskState, type DiskState } from '#core/server/platform/runtime.ts'
import { createSigner, type SecretKeys, type Signer, secretKeysOf } from '#core/server/platform/secrets.ts'
import { type GoogleConfig, googleAddresses } from '#modules/accounts/server/google-identity.ts'
import { createResetLinks } from '#modules/accounts/server/sessions.ts'
import { photoKey, readPageData } from '#modules/catalog/server/catalog.ts'
import { createMapsBudget, type MapsBudget } from '#modules/delivery/server/maps/call-maps.ts'
import type { Position } from '#modules/delivery/server/maps/maps.ts'
import { createMapsAtShop } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { readTariff } from '#modules/delivery/tariff.ts'
import { configuredProcessors } from '#modules/legal/server/configured-processors.ts'
import { readShownProcessors } from '#modules/legal/server/processors.ts'
import type { Environment } from '#modules/lists/environment.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { modules } from '#modules/lists/index.ts'
import { robotsParts } from '#modules/lists/robots.ts'
import type { ShopServices } from '#modules/lists/services.ts'
import { lastChanges } from '#modules/lists/sitemap.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { holdGateway } from '#modules/payments/server/gateways/gateway.ts'
import { reportGatewayCall, watchGateway } from '#modules/payments/server/gateways/watch-gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { readSettings, readShopPosition } from '#modules/settings/server/read-settings.ts'
import { createSocialFeed, type SocialFeed } from '#modules/social/server/social-feed.ts'
import { createKeyWatch } from '#shop/server/alerts/watch-keys.ts'
import { buildApp } from '#shop/server/app.ts'
import { createMetrics, type Metrics } from '#shop/server/http/metrics.ts'
import { jobHandlers } from '#shop/server/job-handlers.ts'
import { createEnqueueMail, createSendMail } from '#shop/server/mail/send-mail.ts'
import { openFiles, openGateways, openMaps } from '#shop/server/open-providers.ts'
import { createPages, type Pages } from '#shop/server/pages/pages.ts'

/** The minimum time of running jobs during a stop, after the last answer. Milliseconds. */
const leastForJobsMs = 2000

export interface ComposeOptions {
	readonly env: Environment
	readonly database: OpenDatabase
	readonly clock: Clock
	readonly log: FastifyBaseLogger
	readonly mailer: Mailer
	readonly demo?: Demo | undefined
	/** The project's folder with the web build; undefined without pages. */
	readonly pagesRoot?: string
	readonly limitScale?: number
	/** The modules that it works without; by default all. */
	readonly modules?: readonly ShopModule<ShopServices>[]
}

/** The composed shop: its application, not yet listening, and its jobs, not yet running. */
export interface Shop {
	readonly app: FastifyInstance
	readonly payments: PaymentContext
	readonly files: Files
	/**
	 * Loads resources that the first visitor would otherwise wait for. Throws when no road is near the shop's position.
	 */
	warmUp(): Promise<void>
	/** Starts the jobs and follows price changes of other processes. */
	startJobs(): Promise<void>
	/** Runs all due jobs until the queue is empty. For tests. */
	drainJobs(): Promise<void>
	/** Stops accepting requests, finishes those in flight and closes everything, the database included. */
	close(graceMs: number): Promise<void>
}

/** Opens the services shared by the application and the jobs. */
async function openServices(options: ComposeOptions) {
	const { env, database, clock, log, demo } = options
	const keys = secretKeysOf(env, demo?.secrets.secretKey)
	const pictures = createPictureDecoder()
	const disk = diskOf(env)
	const metrics = createMetrics({ db: database.db, clock, token: env.METRICS_TOKEN, disk })
	const hold = await followCopyHold(database.db, (err) => log.warn({ err }, 'cannot read whether the copy is held'))
	if (hold.isHeld()) log.warn({}, 'a restored copy: it reaches nobody until it is declared to be the shop')
	const onJobError = (err: Error & { queue?: string }) => log.error({ err, cola: err.queue }, 'the job queue')
	const jobs = await openJobs(database.queueOptions, onJobError, (job) => reportFailedJob(log, metrics, job))
	const mail = createEnqueueMail(jobs, randomUUID)
	const reportKey = createKeyWatch({ db: database.db, clock, mail, log })
	const files = openFiles(env, clock, reportKey('archivos'))
	const gateways = new Map(
		[...openGateways(env, demo, reportKey)].map(([name, gateway]) => [
			name,
			// A held call is no failure of the gateway, so it is not watched.
			holdGateway(
				watchGateway(gateway, (call) => {
					reportGatewayCall({ db: database.db, clock, log, metrics }, call).catch((err: unknown) =>
						log.error({ err, gateway: name }, 'the outcome of a gateway call could not be stored'),
					)
				}),
				hold.isHeld,
			),
		]),
	)
	const budget = mapsBudget(options, mail)
	const onKey = reportKey('google_maps')
	const mapsAt = (shop: Position) => openMaps({ env, demo, budget, onKey }, shop)
	const readPosition = () => readShopPosition(database.db)
	return {
		hold,
		keys,
		signer: createSigner(keys),
		files,
		pictures,
		metrics,
		jobs,
		mail,
		mapsAt,
		maps: createMapsAtShop({ readPosition, open: mapsAt }, await readPosition()),
		readTariff: async () => readTariff((await readSettings(database.db)).despacho_tramos),
		settings: settingsOf(env),
		gateways,
		disk,
		reportKey,
		social: openSocial(options, { files, pictures, onKey: reportKey('instagram') }),
	}
}

/** Opens and connects the shop's parts. Starts neither server nor jobs. */
export async function composeShop(options: ComposeOptions): Promise<Shop> {
	const { env, database, clock, log, mailer, demo, pagesRoot } = options
	const services = await openServices(options)
	const { files, pictures, jobs, mail, maps, gateways, social, hold } = services
	const pages = pagesRoot === undefined ? undefined : await openPages(options, { root: pagesRoot, social, files })
	const payments: PaymentContext = { db: database.db, clock, newId: randomUUID, mail, jobs, gateways, log, hooks }
	const shared = { ...services, ...payments, database, jobs, env, demo, publicUrl: env.publicUrl }
	const parts = await Promise.all((options.modules ?? modules).map((module) => module.open(shared)))
	const own = jobHandlers({ ...payments, sendMail: openSendMail(options, services), social, files })
	const handlers = jobsOf([{ jobs: own }, ...parts])
	let isStopping = false
	const app = await buildApp({
		...services,
		hooks,
		processors: configuredProcessors(env),
		parts,
		database,
		clock,
		log,
		google: googleOf(env, demo),
		trustedProxies: env.TRUSTED_PROXIES,
		isStopping: () => isStopping,
		...(pages && { pages }),
		...(demo && { simulators: { plugin: demo.plugin, key: simulatorsKey(demo.secrets) } }),
		...(options.limitScale === undefined ? {} : { limitScale: options.limitScale }),
	})
	let stopFollowing: () => Promise<void> = async () => {}

	return {
		app,
		payments,
		files,
		warmUp: () => maps.warm(),
		async startJobs() {
			if (pages)
				stopFollowing = await followCatalogChanges(jobs, { onChange: pages.invalidate, onFeed: social.invalidate })
			await jobs.work(handlers, hold.isHeld() ? hold.released : undefined)
		},
		async drainJobs() {
			if (!hold.isHeld()) await jobs.drain(handlers)
		},
		async close(graceMs) {
			isStopping = true
			await closeShop({ app, hold, pictures, jobs, mailer, database, stopFollowing, parts }, graceMs)
		},
	}
}

interface OpenParts {
	readonly app: FastifyInstance
	readonly hold: CopyHold
	readonly pictures: PictureDecoder
	readonly jobs: Jobs
	readonly mailer: Mailer
	readonly database: OpenDatabase
	readonly stopFollowing: () => Promise<void>
	readonly parts: readonly ModuleParts[]
}

/**
 * Closes the shop in the order of its dependencies: server, then jobs, which share `graceMs`, and last what both write
 * to.
 */
async function closeShop(open: OpenParts, graceMs: number): Promise<void> {
	const { app, pictures, jobs, mailer, database, stopFollowing } = open
	const begin = performance.now()
	if (graceMs > 0) await stopListening(app.server, graceMs - leastForJobsMs, pictures.close)
	await pictures.close()
	app.server.closeAllConnections()
	await app.close()
	await stopFollowing()
	open.hold.stop()
	await jobs.stop(graceMs > 0 ? Math.max(leastForJobsMs, graceMs - (performance.now() - begin)) : 0)
	for (const { close } of open.parts.toReversed()) await close?.()
	await mailer.close()
	await database.close()
}

/** The daily budget of paid maps; staff are notified when it is used up. */
function mapsBudget({ env, database: { db }, clock, log }: ComposeOptions, mail: EnqueueMail): MapsBudget {
	const calls = env.GOOGLE_MAPS_DAILY_CALLS
	const datos = { llamadas: calls }
	return createMapsBudget({
		db,
		clock,
		calls,
		async onUsedUp(day) {
			log.error({ dia: day, llamadas: calls }, 'the paid map calls of the day are used up')
			const occasion = { clave: `mapas_agotados:${day}`, plantilla: 'mapas_agotados', datos } as const
			await db.transaction((tx) => notifyStaff({ mail }, tx, occasion))
		},
	})
}

/** The error message of a failed job is stored with the job only: a mail server's may name the recipient. */
function reportFailedJob(log: FastifyBaseLogger, metrics: Metrics, { cola, id, error }: FailedJob): void {
	const causa = errorCause(error)
	metrics.countError(causa)
	log.warn({ cola, trabajo: id, causa }, 'a job failed')
}

/** The folder that this process writes to; undefined when database and files are remote. */
function diskOf(env: Environment): (() => Promise<DiskState>) | undefined {
	if (env.database !== undefined && env.S3_BUCKET !== undefined) return undefined
	return createDiskState([env.dataDir, ...(env.S3_BUCKET === undefined ? [join(env.dataDir, 'archivos')] : [])])
}

function openSendMail(
	{ env, database, mailer, clock }: ComposeOptions,
	{ keys, signer }: { keys: SecretKeys; signer: Signer },
) {
	return createSendMail({
		db: database.db,
		mailer,
		clock,
		signer,
		resetLinks: createResetLinks(keys, env.publicUrl),
		publicUrl: env.publicUrl,
	})
}

function openSocial(
	{ env, demo, clock, log }: ComposeOptions,
	copies: { files: Files; pictures: PictureDecoder; onKey: ReportKey },
): SocialFeed {
	return createSocialFeed({
		apiUrl: env.INSTAGRAM_API_URL ?? (demo ? `${demo.simulatorsUrl}/instagram` : 'https://graph.instagram.com'),
		token: env.INSTAGRAM_TOKEN ?? demo?.secrets.instagramToken,
		...copies,
		clock,
		log,
	})
}

function openPages(
	{ env, database, clock, log }: ComposeOptions,
	{ root, social, files }: { root: string; social: SocialFeed; files: Files },
): Promise<Pages> {
	const mapas = env.MAPS_PROVIDER === 'google' ? ('google' as const) : undefined
	const pageData = {
		db: database.db,
		clock,
		social,
		log,
		mapas,
		demo: env.isDemo || undefined,
		pasarelas: env.gateways,
	}
	return createPages({
		publicUrl: env.publicUrl,
		root,
		readPhoto: (hash, name) => files.get(photoKey(hash, name)),
		async readRobots() {
			const settings = await readSettings(database.db)
			return robotsParts.flatMap((part) => part(settings))
		},
		readLastChange: async () => await lastChanges[0]?.(database.db),
		today: () => dayIn(clock.now()),
		async readData(change) {
			const encargados = await readShownProcessors(database.db, configuredProcessors(env))
			return { ...(await readPageData(pageData, change)), encargados }
		},
	})
}

function settingsOf(env: Environment): ShopSettings {
	return {
		variables: env,
		publicUrl: env.publicUrl,
		gateways: env.gateways,
		discountCode: env.discountCode,
	}
}

function googleOf(env: Environment, demo: Demo | undefined): GoogleConfig | undefined {
	if (env.GOOGLE_CLIENT_ID) {
		return {
			clientId: env.GOOGLE_CLIENT_ID,
			jwksUrl: env.GOOGLE_JWKS_URL ?? googleAddresses.jwksUrl,
			scriptUrl: env.GOOGLE_SCRIPT_URL ?? googleAddresses.scriptUrl,
		}
	}
	if (!demo) return undefined
	return {
		clientId: 'premium-shaker-demo',
		jwksUrl: `${demo.simulatorsUrl}/google/oauth2/v3/certs`,
		scriptUrl: `${env.publicUrl}/simuladores/google/gsi/client`,
	}
}
