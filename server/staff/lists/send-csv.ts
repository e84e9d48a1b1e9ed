import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a file one piece at a time: the next is read when this one is on its way, and never when nobody waits any more. */
export function sendCsv(reply: FastifyReply, name: string, pieces: AsyncGenerator<string>): FastifyReply {
	reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
	return reply.send(Readable.from(pieces, { highWaterMark: 1 }))
}
