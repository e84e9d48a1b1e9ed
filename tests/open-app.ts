import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

const pass = async () => {}

/** An app without routes, whose endpoints have no guard and no limits. */
export function openTestApp(): FastifyInstance {
	const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
	app.setValidatorCompiler(validatorCompiler)
	app.setSerializerCompiler(serializerCompiler)
	app.decorate('access', {
		guard: { requireCustomer: pass, requireStaff: pass, requireFreshIdentity: pass },
		limits: { limit: () => pass, limitAll() {}, clear: pass },
	})
	return app
}
