import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brotliQuality, type Prepared, prepare, sendPrepared, unpacked } from '#core/server/http/send-stored.ts'
import { escapeMarkup } from '#core/server/platform/html.ts'
import { palette } from '#modules/catalog/color-themes.ts'
import { bottlePicture, bottlePictureEndings } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'
import { quoteDelivery } from '#modules/delivery/endpoints.ts'

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

export const forEver = 'public, max-age=31536000, immutable'
export const forADay = 'public, max-age=86400'

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

/**
 * Home is public; private pages and tools are not to be listed. `groups` of modules: each replaces the first one for the
 * crawlers that it names.
 */
export function robotsText(publicUrl: string, groups: readonly string[] = []): string {
	const closed = [
		'/api/',
		'/perfil',
		'/pago',
		'/carrito',
		'/checkout-',
		'/reset-password/',
		'/confirmar-correo/',
		'/aviso/',
		'/orden/',
		'/simuladores/',
	]
	return [
		'User-agent: *',
		// An assistant may ask what the delivery to an address costs, within the call's limits.
		`Allow: ${quoteDelivery.path}`,
		...closed.map((path) => `Disallow: ${path}`),
		'',
		...(groups.length > 0 ? [...groups, ''] : []),
		`Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
		'',
	].join('\n')
}

/** Lists Home, the only page for search engines, with its last change where it is known. */
export function sitemapXml(publicUrl: string, lastChange?: Date): string {
	const lastmod = lastChange ? `<lastmod>${lastChange.toISOString()}</lastmod>` : ''
	const home = escapeMarkup(new URL('/', publicUrl).href)
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${home}</loc>${lastmod}</url></urlset>\n`
}

/** The manifest to install the shop on a phone's home screen. */
export const webManifest = (): string =>
	manifestOf({ name: 'Premium Shaker', short_name: 'Premium Shaker', start_url: '/', display: 'minimal-ui' })

/** The manifest of the staff's panel as an application of its own: iPhones deliver Web Push only to installed ones. */
export const panelManifest = (): string =>
	manifestOf({
		id: '/perfil',
		name: 'Panel · Premium Shaker',
		short_name: 'Panel',
		start_url: '/perfil?tab=admin',
		scope: '/',
		display: 'standalone',
	})

function manifestOf(own: Readonly<Record<string, string>>): string {
	return JSON.stringify({
		...own,
		lang: 'es-CL',
		background_color: palette.light.paper,
		theme_color: palette.light.paper,
		icons: [
			{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
			{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
		],
	})
}

/** Reads one file of the owner's photo with that hash (bottle-pictures.ts); undefined when there is none. */
export type ReadPhoto = (hash: string, name: string) => Promise<Uint8Array | undefined>

/** The files of a few photos in all sizes: half a megabyte each. */
const maxHeld = 64
const pictureTypes: Readonly<Record<string, string>> = {
	'.avif': 'image/avif',
	'.webp': 'image/webp',
	'.png': 'image/png',
}
const heroName = /^hero-[a-z0-9-]+-(?<width>\d{2,4})\.(?<hash>[0-9a-f]{8})(?<extension>\.(?:avif|webp|png))$/

/** The owner's photos under the addresses of the shop's own pictures. */
export function createPhotos(read: ReadPhoto, readColors: () => Promise<readonly CatalogColor[]>) {
	const held = new Map<string, Prepared>()

	async function file(hash: string, name: string): Promise<Prepared | undefined> {
		const key = `${hash}/${name}`
		const known = held.get(key)
		if (known) return known
		const bytes = await read(hash, name)
		if (!bytes) return undefined
		const ready = unpacked(200, pictureTypes[extname(name)] ?? '', Buffer.from(bytes))
		const [oldest] = held.keys()
		if (held.size >= maxHeld && oldest) held.delete(oldest)
		held.set(key, ready)
		return ready
	}

	return {
		/** A hero's file, `hero-negro-640.1a2b3c4d.avif`, named by its content hash. */
		async hero(name: string): Promise<Prepared | undefined> {
			const { width, hash, extension } = heroName.exec(name)?.groups ?? {}
			return hash ? await file(hash, `hero-${width}${extension}`) : undefined
		},
		/** A colour's small picture, `shaker-negro.webp`, from its current photo; undefined for a colour without one. */
		async small(name: string): Promise<Prepared | undefined> {
			if (!name.startsWith('shaker-')) return undefined
			for (const { color, foto } of await readColors()) {
				const ending = foto && bottlePictureEndings.find((one) => bottlePicture(color, one) === `/pictures/${name}`)
				if (foto && ending) return await file(foto, `shaker${ending}`)
			}
			return undefined
		},
	}
}
