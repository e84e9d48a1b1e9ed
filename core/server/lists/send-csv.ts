import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Streams a file with backpressure: reads a piece once the previous one was sent, and stops when the client
 * disconnects.
 */
export function sendCsv(reply: FastifyReply, name: string, pieces: AsyncGenerator<string>): FastifyReply {
	reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
	return reply.send(Readable.from(pieces, { highWaterMark: 1 }))
}
