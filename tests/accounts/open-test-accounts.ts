import Fastify, { type InjectOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { secondsAfter } from '#core/rules/times.ts'
import type { Files } from '#core/server/files/files.ts'
import { createKnownDevices } from '#core/server/http/cookies.ts'
import { answerErrors } from '#core/server/http/errors.ts'
import { rateLimits } from '#core/server/http/limits.ts'
import { recordSecurity } from '#core/server/http/security.ts'
import type { MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { accountRoutes } from '#modules/accounts/server/accounts.ts'
import type { GoogleConfig } from '#modules/accounts/server/google-identity.ts'
import { createGuard } from '#modules/accounts/server/guard.ts'
import { createAccountTools } from '#modules/accounts/server/sessions.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { privacyRoutes } from '#modules/privacy/server/routes.ts'
import { secondFactor } from '#modules/second-factor/server/module.ts'
import { createRecorder } from '#modules/security-trail/server/recorder.ts'
import type { SecurityRecord } from '#modules/security-trail/server/stored-events.ts'
import { openTestDatabase } from '#tests/open-database.ts'

export const testKeys = ['a-secret-of-the-tests-with-some-length'] as const
export const goodPassword = 'contraseña segura'

/** A manual clock, starting at a whole second, because signed tokens count seconds. */
export function stoppedClock() {
	let now = new Date(Math.floor(Date.now() / 1000) * 1000)
	return {
		now: () => now,
		pass: (seconds: number) => {
			now = secondsAfter(now, seconds)
		},
	}
}

/** The accounts module on a fresh database: its calls, sent mails and deleted files. */
export async function openTestAccounts(options: { google?: GoogleConfig; limitScale?: number } = {}) {
	const { db, close } = await openTestDatabase()
	const clock = stoppedClock()
	const mails: MailToEnqueue[] = []
	const deletedFiles: string[] = []
	const files: Files = {
		put: async () => undefined,
		get: async () => undefined,
		open: async () => undefined,
		delete: async (key) => void deletedFiles.push(key),
	}
	const devices = createKnownDevices(testKeys, false)
	const limits = rateLimits({
		db,
		clock,
		scale: options.limitScale ?? 1000,
	})
	const guard = createGuard({ db, keys: testKeys, clock })
	const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, pluginTimeout: 0 })
	app.decorate('access', { guard, limits })
	app.setValidatorCompiler(validatorCompiler)
	app.setSerializerCompiler(serializerCompiler)
	const securityEvents: SecurityRecord[] = []
	const security = createRecorder({ record: (event) => void securityEvents.push(event), flush: async () => {} })
	recordSecurity(app, security)
	answerErrors(app, undefined, security.recordFailure)
	app.get('/api/solo-staff/', { onRequest: guard.requireStaff }, async (request) => ({ id: request.usuario.id }))
	const google = options.google
	const mail = async (_tx: unknown, mail: MailToEnqueue) => void mails.push(mail)
	const accounts = createAccountTools({ keys: testKeys, clock, publicUrl: 'http://localhost', google })
	const common = { db, signer: createSigner(testKeys), clock, limits, devices, files, mail, hooks }
	await app.register(accountRoutes({ ...common, ...accounts }))
	const { routes } = await secondFactor.open({
		...common,
		keys: testKeys,
		publicUrl: 'http://localhost',
		env: { STAFF_SECOND_FACTOR: 'opcional' },
	})
	if (routes) await app.register(routes)
	await app.register(privacyRoutes({ ...common, ...accounts, security }))

	const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, access?: string) => {
		const request: InjectOptions = { method, url }
		if (body) request.payload = body
		if (access) request.headers = { authorization: `Bearer ${access}` }
		return app.inject(request)
	}
	const register = (email: string, extra: object = {}) =>
		call('POST', '/api/register/', { email, first_name: 'Ana', last_name: 'Rojas', password: goodPassword, ...extra })
	const logIn = (username: string, password = goodPassword) => call('POST', '/api/token/', { username, password })

	return {
		app,
		db,
		clock,
		mails,
		deletedFiles,
		securityEvents,
		limits,
		call,
		register,
		logIn,
		/** A registered customer with a session. */
		async aCustomer(email = 'ana@correo.cl') {
			await register(email)
			const tokens = (await logIn(email)).json<{ access: string; refresh: string }>()
			return { email, ...tokens }
		},
		async close() {
			await app.close()
			await close()
		},
	}
}
