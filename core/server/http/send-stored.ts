import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { StoredFile } from '#core/server/files/files.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** An answer ready to be sent: compressed once, sent many times. */
export interface Prepared {
	readonly status: number
	readonly type: string
	readonly etag: string
	/** The value of the `Link` header: files to preload. */
	readonly link?: string | undefined
	readonly plain: Buffer
	readonly gzip?: Buffer
	readonly brotli?: Buffer
}

/**
 * Brotli's quality. A page is made anew after each change of stock: 6 takes 2 ms for Home, 9 takes 116 ms and makes it 0.6 %
 * smaller. A file is compressed once: 11 makes it 8 % smaller than 9.
 */
export const brotliQuality = { page: 6, file: 11 } as const

export async function prepare(
	content: { status?: number; type: string; body: string | Buffer },
	quality: number = brotliQuality.page,
): Promise<Prepared> {
	const plain = typeof content.body === 'string' ? Buffer.from(content.body) : content.body
	const [small, smaller] = await Promise.all([
		zip(plain, { level: 9 }),
		brotli(plain, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: quality,
				[constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
			},
		}),
	])
	return { ...unpacked(content.status ?? 200, content.type, plain), gzip: small, brotli: smaller }
}

/** An answer whose content is compressed already, such as pictures and fonts. */
export function unpacked(status: number, type: string, plain: Buffer): Prepared {
	return { status, type, plain, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` }
}

/** Finds an encoding in an `Accept-Encoding` header, unless it is excluded (`q=0`). */
const named = (encoding: string) => new RegExp(`(^|[,\\s])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`)
const brotliNamed = named('br')
const gzipNamed = named('gzip')

function accepts(request: FastifyRequest, name: RegExp): boolean {
	const header = request.headers['accept-encoding']
	return typeof header === 'string' && name.test(header)
}

/** Sends the precompressed body in the best accepted encoding, or 304. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, ready: Prepared, cacheControl: string) {
	reply.header('cache-control', cacheControl).header('etag', ready.etag)
	if (ready.link) reply.header('link', ready.link)
	if (ready.brotli) reply.header('vary', 'Accept-Encoding')
	if (request.headers['if-none-match']?.includes(ready.etag) && ready.status === 200) return reply.code(304).send()
	reply.code(ready.status).header('content-type', ready.type)
	if (ready.brotli && accepts(request, brotliNamed)) return reply.header('content-encoding', 'br').send(ready.brotli)
	if (ready.gzip && accepts(request, gzipNamed)) return reply.header('content-encoding', 'gzip').send(ready.gzip)
	return reply.send(ready.plain)
}

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
