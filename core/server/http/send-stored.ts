import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { StoredFile } from '#core/server/files/files.ts'

/** Stalled connections are closed after this time, up to twice as long, as Node counts a pending write as progress. */
const stallMs = 30_000

/**
 * Parses `Range`: a part of the file, all of it (undefined), or an unsatisfiable range. Several ranges get the whole
 * file.
 */
function requestedRange({ range, 'if-range': ifRange }: FastifyRequest['headers'], size: number, etag: string) {
	// A range is valid only for the same version of the file.
	if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
	const ranges = parseRange(size, range)
	if (ranges === -1) return 'unsatisfiable'
	if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return undefined
	return ranges[0]
}

/**
 * Sends a stored file, or the requested range, with backpressure. `etag` is quoted and strong. Answers 200, 206, 304 or
 * 416.
 */
export async function sendStored(
	request: FastifyRequest,
	reply: FastifyReply,
	{ file, etag, timeoutMs = stallMs }: { file: StoredFile; etag: string; timeoutMs?: number },
): Promise<FastifyReply> {
	const { size } = file
	reply.header('accept-ranges', 'bytes').header('etag', etag)
	if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
	const part = requestedRange(request.headers, size, etag)
	if (part === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send()
	if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
	reply.header('content-length', part ? part.end - part.start + 1 : size)
	// Fastify keeps a stream's declared length, as an answer to HEAD needs.
	if (request.method === 'HEAD') return reply.send(Readable.from([]))
	reply.raw.setTimeout(timeoutMs, () => reply.raw.destroy())
	return reply.send(await file.read(part))
}
