import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brotliQuality, type Prepared, prepare, sendPrepared, unpacked } from '#core/server/http/prepared.ts'

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml; charset=utf-8',
	'.woff2': 'font/woff2',
	'.avif': 'image/avif',
	'.webp': 'image/webp',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.ico': 'image/x-icon',
	'.mp4': 'video/mp4',
}
const isText = (extension: string) => ['.js', '.css', '.svg'].includes(extension)

/** Mails and link previews embed pictures from other origins. */
const isPicture = (extension: string) => types[extension]?.startsWith('image/') ?? false

const forEver = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'

/** A name with a content hash is immutable: all of the build's, and pictures like `x.1a2b3c4d.avif`. */
const isHashed = (prefix: string, name: string) => prefix === '/assets' || /\.[0-9a-f]{8}\.\w+$/.test(name)

/**
 * Headers that only documents heed. A page of the panel loads some forty files, each of which would be a kilobyte
 * larger.
 */
const documentHeaders = [
	'content-security-policy',
	'cross-origin-opener-policy',
	'origin-agent-cluster',
	'x-frame-options',
	'x-dns-prefetch-control',
	'x-download-options',
	'x-permitted-cross-domain-policies',
	'x-xss-protection',
]
const isOfPage = (extension: string) => ['.js', '.css', '.woff2'].includes(extension)

async function ready(name: string, body: Buffer): Promise<Prepared> {
	const extension = extname(name)
	const type = types[extension] ?? 'application/octet-stream'
	return isText(extension) ? prepare({ type, body }, brotliQuality.file) : unpacked(200, type, body)
}

/** Sends a picture that is not in the folder. `isHashed`: its address contains the content hash. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Prepared, isHashed = false) {
	reply.header('cross-origin-resource-policy', 'cross-origin')
	return sendPrepared(request, reply, picture, isHashed ? forEver : forADay)
}

/**
 * Serves a folder's files, not its subfolders, under `prefix`: only names present at the start, so that no path leaves
 * the folder. The build's files are read at the start, since a new build deletes them. `instead`: another file for a
 * name.
 */
export function serveFolder(
	app: FastifyInstance,
	prefix: string,
	folder: string,
	instead: (name: string) => Promise<Prepared | undefined> = async () => undefined,
): void {
	const names = existsSync(folder)
		? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
		: []
	const held = new Map<string, Promise<Prepared>>()
	for (const name of names) {
		if (types[extname(name)] === undefined) continue
		const path = join(folder, name)
		const body = prefix === '/assets' ? readFileSync(path) : undefined
		app.get(`${prefix}/${name}`, { config: { rateLimit: false } }, async (request, reply) => {
			const other = await instead(name)
			if (other) return sendPicture(request, reply, other)
			const file = held.get(name) ?? ready(name, body ?? readFileSync(path))
			held.set(name, file)
			// A failed read is retried by the next request.
			file.catch(() => held.delete(name))
			if (isOfPage(extname(name))) for (const header of documentHeaders) reply.removeHeader(header)
			if (isPicture(extname(name))) reply.header('cross-origin-resource-policy', 'cross-origin')
			return sendPrepared(request, reply, await file, isHashed(prefix, name) ? forEver : forADay)
		})
	}
}
