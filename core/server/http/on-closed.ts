import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Nginx's status of a call whose client disconnected before the answer. */
const clientClosed = 499

/** Calls `note` once a call has ended, also when its client disconnected: `onResponse` does not run then. */
export function onClosed(
	app: FastifyInstance,
	note: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.raw.once('close', () => note(request, reply, reply.raw.writableEnded ? reply.statusCode : clientClosed))
	})
}
