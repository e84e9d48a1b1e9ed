import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * `/api/openapi.json`, made from the schemas that validate the calls when it is first requested, and `/api/docs`, which redirects to it.
 * Without a `guard` everybody may read it.
 */
export function apiDocument(root: FastifyInstance, guard?: Hook): FastifyPluginAsync {
	let json: string | undefined
	const fresh = guard ? 'no-store' : 'public, max-age=300'
	return async (app) => {
		if (guard) app.addHook('onRequest', guard)
		app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
			json ??= JSON.stringify(root.swagger())
			return reply.header('cache-control', fresh).type('application/json; charset=utf-8').send(json)
		})
		app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
			reply.header('cache-control', fresh).redirect('/api/openapi.json'),
		)
	}
}
