import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brotliQuality, type Prepared, prepare, sendPrepared, unpacked } from '#server/http/pages/prepared.ts'

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

/** Mails are read at other addresses, and links are shown there with their picture. */
const isPicture = (extension: string) => types[extension]?.startsWith('image/') ?? false

const forEver = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'

/** A name that carries its content's hash never means anything else: all of the build's do, and pictures like `x.1a2b3c4d.avif`. */
const isHashed = (prefix: string, name: string) => prefix === '/assets' || /\.[0-9a-f]{8}\.\w+$/.test(name)

/** What only a document heeds. A page of the panel is made of some forty files, each of which would weigh a kilobyte more. */
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

/** Sends a picture that is not in the folder. `isHashed`: its address names what it holds. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Prepared, isHashed = false) {
	reply.header('cross-origin-resource-policy', 'cross-origin')
	return sendPrepared(request, reply, picture, isHashed ? forEver : forADay)
}

/**
 * Serves a folder's files, not its subfolders, under `prefix`: only names there at the start, so no path leads out of it. The
 * build's are read at the start, since a new build takes them away. `instead`: another file for a name.
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
			// What failed now is tried again for the next who asks.
			file.catch(() => held.delete(name))
			if (isOfPage(extname(name))) for (const header of documentHeaders) reply.removeHeader(header)
			if (isPicture(extname(name))) reply.header('cross-origin-resource-policy', 'cross-origin')
			return sendPrepared(request, reply, await file, isHashed(prefix, name) ? forEver : forADay)
		})
	}
}
