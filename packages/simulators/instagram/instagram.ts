import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type FaultSwitch, faultSwitch } from '../faults.ts'
import { html, sendPage, serveStylesheet } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { listPosts, type SimulatedPost } from './listing.ts'

const errors = {
	'190': { status: 400, message: 'Error validating access token: Session has expired', code: 190, error_subcode: 463 },
	'4': { status: 403, message: 'Application request limit reached', code: 4, is_transient: true },
	'10': { status: 403, message: 'Application does not have permission for this action', code: 10 },
	'2': {
		status: 500,
		message: 'An unexpected error has occurred. Please retry your request later.',
		code: 2,
		is_transient: true,
	},
} as const

const settingsSchema = z.object({
	/** Error code returned by every call. */
	error: z.enum(['ninguno', '190', '4', '10', '2']).default('ninguno'),
	vacio: z.coerce.boolean().default(false),
	album_con_video: z.coerce.boolean().default(false),
	/** Lifetime of the signed media URLs. */
	enlaces_minutos: z.coerce.number().min(0).max(100_000).default(60),
})
type Settings = z.output<typeof settingsSchema>

const querySchema = z.object({
	fields: z.string().default('id'),
	limit: z.coerce.number().int().min(1).max(100).default(25),
	after: z.string().optional(),
	access_token: z.string().default(''),
})

function fail(reply: FastifyReply, error: { status: number; message: string; code: number }) {
	const { status, ...fields } = error
	return reply
		.code(status)
		.send({ error: { ...fields, type: 'OAuthException', fbtrace_id: randomUUID().slice(0, 11) } })
}

const dayMs = 86_400_000
const tokenDays = 60

/**
 * Tokens that contain their issue time: the initial one is a day old, renewed ones start at their renewal. Valid for 60
 * days, renewable after one.
 */
function tokens(first: string, clock: () => Date) {
	const firstMade = clock().getTime() - dayMs
	function daysOld(given: string): number | undefined {
		if (given !== first && !given.startsWith(`${first}-`)) return undefined
		// A stored token of an older format has no issue time: it counts as the initial one.
		const [, made = firstMade] = /^-(\d{13})-/.exec(given.slice(first.length)) ?? []
		return (clock().getTime() - Number(made)) / dayMs
	}
	return {
		renewed: () => `${first}-${clock().getTime()}-${randomUUID()}`,
		isYoung: (given: string) => (daysOld(given) ?? 0) < 1,
		refusal(given: string) {
			const age = daysOld(given)
			if (age === undefined) return { ...errors['190'], message: 'Invalid OAuth access token' }
			return age > tokenDays ? errors['190'] : undefined
		},
	}
}

interface Parts {
	readonly posts: readonly SimulatedPost[]
	readonly folder: string
	readonly tokens: ReturnType<typeof tokens>
	readonly clock: () => Date
	readonly faults: FaultSwitch<Settings>
	readonly home: () => string
}

/** Media URLs contain an expiry and a signature, and answer 403 afterwards, as the real ones. */
function mediaLinks(app: FastifyInstance, { folder, clock, faults, home, posts }: Parts) {
	const key = randomBytes(32)
	const sign = (file: string, end: number) =>
		createHmac('sha256', key).update(`${file}:${end}`).digest('hex').slice(0, 32)
	const known = new Set(posts.flatMap((post) => [post.file, post.thumbnail]))

	app.get<{ Params: { file: string }; Querystring: { oe?: string; oh?: string } }>(
		'/cdn/:file',
		async (request, reply) => {
			const { file } = request.params
			const end = Number(request.query.oe)
			if (!known.has(file)) return reply.code(404).send()
			if (request.query.oh !== sign(file, end)) return reply.code(403).type('text/plain').send('Bad URL hash')
			if (end <= clock().getTime()) return reply.code(403).type('text/plain').send('URL signature expired')
			return reply.type(file.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg').send(createReadStream(join(folder, file)))
		},
	)

	return (file: string | undefined) => {
		if (file === undefined) return undefined
		const end = clock().getTime() + faults.settings().enlaces_minutos * 60_000
		return `${home()}/cdn/${encodeURIComponent(file)}?oe=${end}&oh=${sign(file, end)}`
	}
}

/** Returns the posts after a cursor, and the cursors around them. */
function pageOf(posts: readonly SimulatedPost[], { after, limit }: { after?: string | undefined; limit: number }) {
	const start = after ? Number(Buffer.from(after, 'base64url').toString()) || 0 : 0
	const shown = posts.slice(start, start + limit)
	const end = start + shown.length
	const cursorAt = (place: number) => Buffer.from(String(place)).toString('base64url')
	return { shown, cursors: { before: cursorAt(start), after: cursorAt(end) }, isLast: end >= posts.length }
}

type MediaLink = ReturnType<typeof mediaLinks>

/** Returns the media of an album: at least two, its own first. */
function childrenOf(post: SimulatedPost, { posts, faults }: Parts, link: MediaLink) {
	const picture = { id: `${post.id}1`, media_type: 'IMAGE', media_url: link(post.file) }
	const clip = posts.find(({ media_type, file }) => media_type === 'VIDEO' && file)
	if (!clip) return [picture]
	const urls = { media_url: link(clip.file), thumbnail_url: link(clip.thumbnail) }
	const video = { id: `${post.id}2`, media_type: 'VIDEO', ...urls }
	return faults.settings().album_con_video ? [video, picture] : [picture, video]
}

/** Returns the requested fields of a post, its id always. */
function fieldsOf(post: SimulatedPost, requested: string, parts: Parts, link: MediaLink) {
	const album = post.media_type === 'CAROUSEL_ALBUM' ? childrenOf(post, parts, link) : undefined
	// Nested fields in braces are ignored: all are returned.
	const names = requested.replace(/\{[^}]*\}/g, '').split(',')
	const all: Record<string, unknown> = {
		id: post.id,
		caption: post.caption,
		media_type: post.media_type,
		media_url: album ? album[0]?.media_url : link(post.file),
		children: album && { data: album },
		thumbnail_url: post.media_type === 'VIDEO' ? link(post.thumbnail) : undefined,
		permalink: `${parts.home()}/p/${post.code}/`,
		timestamp: post.timestamp,
	}
	return Object.fromEntries(['id', ...names].map((name) => [name, all[name]]))
}

function apiRoutes(app: FastifyInstance, parts: Parts) {
	const { posts, tokens, faults, home } = parts
	const link = mediaLinks(app, parts)

	app.register(async (api) => {
		api.addHook('onRequest', faults.guard)
		api.get<{ Querystring: { access_token?: string } }>('/refresh_access_token', async (request, reply) => {
			const { error } = faults.settings()
			if (error !== 'ninguno') return fail(reply, errors[error])
			const { access_token = '' } = request.query
			const refusal = tokens.refusal(access_token)
			if (refusal) return fail(reply, refusal)
			if (tokens.isYoung(access_token))
				return fail(reply, {
					status: 400,
					message: 'The token must be at least 24 hours old to be refreshed',
					code: 100,
				})
			return { access_token: tokens.renewed(), token_type: 'bearer', expires_in: (tokenDays * dayMs) / 1_000 }
		})
		api.get('/me/media', async (request, reply) => {
			const { error, vacio } = faults.settings()
			if (error !== 'ninguno') return fail(reply, errors[error])
			const query = querySchema.safeParse(request.query)
			if (!query.success) return fail(reply, { status: 400, message: '(#100) Invalid parameter', code: 100 })
			const { fields, limit, after, access_token } = query.data
			const refusal = tokens.refusal(access_token)
			if (refusal) return fail(reply, refusal)
			const { shown, cursors, isLast } = pageOf(vacio ? [] : posts, { after, limit })
			const next = `${home()}/me/media?fields=${fields}&limit=${limit}&after=${cursors.after}&access_token=${access_token}`
			if (shown.length === 0) return { data: [] }
			const data = shown.map((post) => fieldsOf(post, fields, parts, link))
			return { data, paging: isLast ? { cursors } : { cursors, next } }
		})
	})
}

/** Instagram's media list of the files in `mediaDir`. `baseUrl`: public URL of its site, without the prefix. */
export function instagramSimulator(options: {
	baseUrl: () => string
	token: string
	mediaDir?: string
	clock?: () => Date
}): FastifyPluginAsync {
	return async (app) => {
		const clock = options.clock ?? (() => new Date())
		const folder = options.mediaDir ?? join(import.meta.dirname, 'media')
		const posts = listPosts(folder, clock())
		await providerScope(app)
		serveStylesheet(app)
		const faults = faultSwitch(app, settingsSchema)
		const home = () => `${options.baseUrl()}${app.prefix}`
		apiRoutes(app, { posts, folder, tokens: tokens(options.token, clock), clock, faults, home })

		app.get('/', async (_request, reply) => {
			const rows = posts.map(
				(post) => html`<li>${post.media_type}: <a href="${app.prefix}/p/${post.code}/">${post.caption}</a></li>`,
			)
			const body = html`<h1>Instagram de mentira</h1><p>Las publicaciones de la cuenta de la tienda.</p>${faults.form()}<ul>${rows}</ul>`
			return sendPage(reply, { title: 'Instagram', home: app.prefix, body })
		})

		app.get<{ Params: { code: string } }>('/p/:code/', async (request, reply) => {
			const post = posts.find((one) => one.code === request.params.code)
			const body = post
				? html`<h1>${post.caption}</h1><p>Aquí se vería la publicación en la red social.</p>`
				: html`<h1>Esta publicación no existe</h1>`
			return sendPage(reply, { title: 'Instagram', home: app.prefix, body, status: post ? 200 : 404 })
		})
	}
}
