import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import {
	jsonSchemaTransform,
	serializerCompiler,
	validatorCompiler,
	type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { fail } from '#core/contract/failure.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { cleanForwardedFor, keepAddresses } from '#core/server/http/addresses.ts'
import { cutSilentBodies, onClosed, parseShallowJson } from '#core/server/http/connections.ts'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { answerErrors, answerUnreadable, maxParamLength, routableUrl, sendFailure } from '#core/server/http/errors.ts'
import { apiDocument, healthRoutes } from '#core/server/http/health.ts'
import { rateLimits } from '#core/server/http/limits.ts'
import { contentPolicy, demoAccess, permissionsPolicy, recordSecurity } from '#core/server/http/security.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { ModuleParts } from '#core/server/module.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { DiskState } from '#core/server/platform/runtime.ts'
import type { SecretKeys, Signer } from '#core/server/platform/secrets.ts'
import { accountRoutes } from '#modules/accounts/server/accounts.ts'
import type { GoogleConfig } from '#modules/accounts/server/google-identity.ts'
import { createGuard } from '#modules/accounts/server/guard.ts'
import { createAccountTools } from '#modules/accounts/server/sessions.ts'
import { catalogRoutes } from '#modules/catalog/server/catalog.ts'
import { staffProductRoutes } from '#modules/catalog/staff/server/products.ts'
import { checkoutOptionsOf } from '#modules/checkout/server/checkout-options.ts'
import { confirmationRoutes } from '#modules/checkout/server/confirmation-routes.ts'
import { orderRoutes } from '#modules/checkout/server/routes.ts'
import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'
import { deliveryRoutes } from '#modules/delivery/server/routes.ts'
import type { Tariff } from '#modules/delivery/tariff.ts'
import type { Processor } from '#modules/legal/processors.ts'
import { processorRoutes } from '#modules/legal/server/processors.ts'
import type { Hooks } from '#modules/lists/context.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { staffOrderRoutes } from '#modules/orders/staff/server/routes.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { paymentRoutes } from '#modules/payments/server/routes.ts'
import { privacyRoutes } from '#modules/privacy/server/routes.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { staffSettingRoutes } from '#modules/settings/server/setting-routes.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { socialRoutes } from '#modules/social/server/routes.ts'
import type { SocialFeed } from '#modules/social/server/social-feed.ts'
import { auditRoutes, staffUserRoutes } from '#modules/staff/server/users-and-audit.ts'
import type { Metrics } from '#shop/server/http/metrics.ts'
import type { Pages } from '#shop/server/pages/pages.ts'

/** Dependencies of the application, opened by the caller. */
export interface AppDeps {
	readonly database: OpenDatabase
	readonly jobs: Jobs
	readonly clock: Clock
	readonly log: FastifyBaseLogger
	readonly settings: ShopSettings
	readonly keys: SecretKeys
	readonly signer: Signer
	readonly mail: EnqueueMail
	readonly hooks: Hooks
	/** The parts of the modules that the shop works without. */
	readonly parts: readonly ModuleParts[]
	/** The companies that get data about people, as the configuration names them. */
	readonly processors: readonly Processor[]
	readonly files: Files
	readonly pictures: PictureDecoder
	readonly maps: MapsProvider
	readonly readTariff: () => Promise<Tariff>
	/** Maps for another position, to validate it. */
	readonly mapsAt: (shop: Position) => MapsProvider
	readonly gateways: ReadonlyMap<GatewayMethod, Gateway>
	readonly social: SocialFeed
	readonly google: GoogleConfig | undefined
	/** The rendered pages; absent when only the API runs. */
	readonly pages?: Pages
	/** Simulators of the outside providers under /simuladores, and their key. Never in production. */
	readonly simulators?: { readonly plugin: FastifyPluginAsync; readonly key: string }
	/** Addresses of the proxies whose X-Forwarded-For is trusted. */
	readonly trustedProxies?: string | undefined
	/** True while the process stops: it still answers, and closes each connection after its answer. */
	readonly isStopping?: () => boolean
	readonly metrics: Metrics
	readonly disk?: (() => Promise<DiskState>) | undefined
	/** Multiplies every rate limit, for tests. */
	readonly limitScale?: number
}

const jsonLimitBytes = 256 * 1024

/** Fastify with the shop's limits and zod validation of input and output. */
function openFastify(deps: Pick<AppDeps, 'log' | 'trustedProxies'>) {
	const app = Fastify({
		loggerInstance: deps.log,
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: () => randomUUID(),
		trustProxy: deps.trustedProxies ?? false,
		bodyLimit: jsonLimitBytes,
		// No timeout: a plugin may be slow on a busy machine, for example to generate keys, and the shop should start late
		// rather than fail.
		pluginTimeout: 0,
		// A request's head has 10 seconds to arrive, all of it two minutes: a proof of 10 MB over a slow phone takes time.
		// The connection is closed after 30 seconds without data of a half-sent body, as nginx does.
		requestTimeout: 120_000,
		http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
		keepAliveTimeout: 65_000,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength },
		rewriteUrl: routableUrl,
		forceCloseConnections: 'idle',
		// Requests on an open connection are served while the process stops: a proxy may not retry them.
		return503OnClosing: false,
		clientErrorHandler: answerUnreadable,
		// What the router still finds unreadable.
		frameworkErrors: (_error, _request, reply) => void sendFailure(reply, fail('no_encontrado')),
	}).withTypeProvider<ZodTypeProvider>()
	keepAddresses(app.server)
	cleanForwardedFor(app)
	cutSilentBodies(app, 30_000)
	parseShallowJson(app)
	app.setValidatorCompiler(validatorCompiler)
	app.setSerializerCompiler(serializerCompiler)
	return app
}

/** Opens the dependencies of routes: guards, limits and counters. */
function openContext(app: FastifyInstance, deps: AppDeps) {
	const { keys, clock, settings } = deps
	const staffRules = deps.parts.flatMap(({ staffRule }) => staffRule ?? [])
	const { publicUrl } = settings
	const { db } = deps.database
	const devices = createKnownDevices(keys, publicUrl.startsWith('https:'))
	const limits = rateLimits({ db, clock, scale: deps.limitScale })
	limits.limitAll(app)
	const accounts = createAccountTools({ keys, clock, publicUrl, google: deps.google })
	const context = { ...deps, db, mapAttribution: deps.maps.attribution }
	return {
		...context,
		limits,
		devices,
		accounts,
		guard: createGuard({ db, keys, clock, staffRules }),
		links: accounts.links,
		newId: randomUUID,
		publicUrl,
		preview: deps.pages?.preview,
		/** What checkout would offer after a change of settings. */
		async checkoutWith(change: Partial<Settings>) {
			return await checkoutOptionsOf(context, { ...(await readSettings(db)), ...change }, clock.now())
		},
	}
}

/** Builds the shop's HTTP application. It neither listens nor opens resources. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const app = openFastify(deps)
	const { metrics } = deps
	metrics.watch(app)
	const security = deps.parts.find((part) => part.security)?.security
	recordSecurity(app, security)
	for (const { watch } of deps.parts) watch?.(app)
	answerErrors(app, metrics.countError, security?.recordFailure)
	addHeaders(app, deps)
	logCalls(app)
	await app.register(helmet, contentPolicy({ ...deps, isHttps: deps.settings.publicUrl.startsWith('https:') }))
	await describeApi(app)

	const context = openContext(app, deps)
	const { accounts, guard, limits } = context
	app.decorate('access', { guard, limits })
	const routes = [
		healthRoutes(deps),
		metrics.plugin,
		catalogRoutes(context),
		accountRoutes({ ...context, ...accounts }),
		privacyRoutes({ ...context, ...accounts, security }),
		deliveryRoutes(context),
		orderRoutes(context),
		confirmationRoutes(context),
		paymentRoutes(context),
		staffOrderRoutes(context),
		staffUserRoutes(context),
		staffProductRoutes(context),
		auditRoutes(context),
		staffSettingRoutes(context),
		processorRoutes(context),
		socialRoutes(context),
		...deps.parts.flatMap((part) => part.routes ?? []),
		apiDocument(app, deps.simulators ? undefined : guard.requireStaff),
	]
	for (const plugin of routes) await app.register(plugin)
	if (deps.simulators) await app.register(guardedSimulators(deps.simulators, deps.settings), { prefix: '/simuladores' })
	if (deps.pages) await app.register(deps.pages.plugin)
	return app
}

/** Collects the routes registered from here on for the OpenAPI document. */
async function describeApi(app: FastifyInstance): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: { title: 'Premium Shaker', version: '1', description: 'Las llamadas de la tienda.' },
			components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
		},
		// Pages, their files and the simulators are not part of the API.
		transform: (route) =>
			route.url.startsWith('/api/')
				? jsonSchemaTransform(route)
				: { schema: { ...route.schema, hide: true }, url: route.url },
	})
}

/** The simulators behind the demo's access check. */
function guardedSimulators(
	{ plugin, key }: NonNullable<AppDeps['simulators']>,
	{ publicUrl }: ShopSettings,
): FastifyPluginAsync {
	return async (app) => {
		app.addHook('onRequest', demoAccess({ key, publicUrl }))
		await app.register(plugin)
	}
}

/** Logs one line per call, with the route's pattern and never its address, which may contain tokens and typed text. */
function logCalls(app: FastifyInstance): void {
	onClosed(app, (request, reply, estado) => {
		const { url: ruta, method } = request.routeOptions
		if (!ruta?.startsWith('/api')) return
		request.log.info({ ruta, metodo: method, estado, ms: Math.round(reply.elapsedTime) }, 'call')
	})
}

function addHeaders(app: FastifyInstance, { isStopping }: Pick<AppDeps, 'isStopping'>): void {
	app.addHook('onSend', async (request, reply) => {
		reply.header('x-request-id', request.id)
		// Only documents heed a permissions policy (static-files.ts).
		if (reply.hasHeader('content-security-policy')) reply.header('permissions-policy', permissionsPolicy)
		// Answers of calls are current and often personal: cacheable ones set their own header.
		if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
		if (isStopping?.()) reply.header('connection', 'close')
	})
}
