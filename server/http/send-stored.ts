import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { StoredFile } from '#server/files/files.ts'

/** How long a connection may take nothing before it is closed; up to twice that, as Node counts a write under way as taken. */
const stallMs = 30_000

/** What `Range` asks of a file: a part of it, all of it (undefined), or what it does not have. Several parts get all of it. */
function requestedRange({ range, 'if-range': ifRange }: FastifyRequest['headers'], size: number, etag: string) {
	// A part is of use only beside the others of the same file.
	if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
	const ranges = parseRange(size, range)
	if (ranges === -1) return 'unsatisfiable'
	if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return undefined
	return ranges[0]
}

/**
 * Sends a stored file, or the requested part, no faster than it is taken. `etag` is quoted and strong. Answers 200, 206, 304
 * or 416.
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
	// Of a stream Fastify keeps the length that was told, as an answer to HEAD shall.
	if (request.method === 'HEAD') return reply.send(Readable.from([]))
	reply.raw.setTimeout(timeoutMs, () => reply.raw.destroy())
	return reply.send(await file.read(part))
}
