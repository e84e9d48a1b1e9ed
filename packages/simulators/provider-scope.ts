import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** Base plugin of every simulated provider: reads forms, and is omitted from the shop's API document. */
export async function providerScope(app: FastifyInstance): Promise<void> {
	app.addHook('onRoute', (route) => {
		route.schema = { ...route.schema, hide: true } as NonNullable<typeof route.schema>
	})
	if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody)
	app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
		const status = error.statusCode ?? 500
		if (status >= 500) request.log.error({ err: error }, 'a simulator failed')
		return reply.code(status).send({ message: error.message, error: 'bad_request', status, cause: [] })
	})
}
