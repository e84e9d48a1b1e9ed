import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { readApiDocs, readApiDocument } from '#core/contract/api-document-endpoints.ts'
import { addressOf } from '#core/contract/endpoint.ts'
import { handle } from '#core/server/http/handle.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The OpenAPI document, rendered from the endpoints' schemas on the first request. Public without a `guard`. */
export function apiDocument(root: FastifyInstance, guard?: Hook): FastifyPluginAsync {
	let json: string | undefined
	const fresh = guard ? 'no-store' : 'public, max-age=300'
	return async (app) => {
		if (guard) app.addHook('onRequest', guard)
		handle(app, readApiDocument, async (_request, reply) => {
			json ??= JSON.stringify(root.swagger())
			return reply.header('cache-control', fresh).type('application/json; charset=utf-8').send(json)
		})
		handle(app, readApiDocs, async (_request, reply) =>
			reply.header('cache-control', fresh).redirect(addressOf(readApiDocument)),
		)
	}
}
