import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Nginx's status of a call whose client left before the answer. */
const clientClosed = 499

/** Calls `note` once a call is over, also when its client left: `onResponse` does not run then. */
export function onClosed(
	app: FastifyInstance,
	note: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.raw.once('close', () => note(request, reply, reply.raw.writableEnded ? reply.statusCode : clientClosed))
	})
}
