import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import type { Post } from '#modules/social/feed.ts'

const text = z.string().optional().catch(undefined)
const childSchema = z.object({ media_type: z.string(), media_url: text, thumbnail_url: text })
const postSchema = z
	.object({
		id: z.string(),
		...childSchema.shape,
		permalink: text,
		children: z
			.object({ data: z.array(childSchema) })
			.optional()
			.catch(undefined),
	})
	.transform(({ children, ...post }) =>
		post.media_type === 'CAROUSEL_ALBUM' ? asPicture(post, children?.data ?? []) : post,
	)
const listingSchema = z.object({
	data: z.array(postSchema),
	paging: z
		.object({ cursors: z.object({ after: z.string() }).partial(), next: z.string() })
		.partial()
		.optional(),
})

/** An album is shown as its first picture, or a video's cover. Its own address is a video's when it begins with one. */
function asPicture<Album extends Post>(album: Album, children: readonly z.output<typeof childSchema>[]): Album {
	const picture = children.find(({ media_type, media_url }) => media_type === 'IMAGE' && media_url)
	const video = children.find(({ media_type, thumbnail_url }) => media_type === 'VIDEO' && thumbnail_url)
	const media_url = picture?.media_url ?? video?.thumbnail_url ?? album.media_url
	return { ...album, media_type: 'IMAGE', media_url, thumbnail_url: undefined }
}

/** Three pages of 25 contain ten suitable posts, or the account has few of them. */
const pages = 3
const pageLength = 25

/** Lists an account's newest posts. Throws SocialUnavailable. */
export async function listInstagramMedia(account: {
	apiUrl: string
	token: string
	onKey?: ReportKey | undefined
}): Promise<Post[]> {
	const { apiUrl, token, onKey } = account
	const posts: Post[] = []
	const media = 'media_type,media_url,thumbnail_url'
	const fields = `id,permalink,${media},children{${media}}`
	let after: string | undefined
	for (let page = 0; page < pages; page += 1) {
		const query = { fields, limit: String(pageLength), ...(after && { after }), access_token: token }
		const { data, paging } = await callInstagram(apiUrl, '/me/media', query, listingSchema, onKey)
		posts.push(...data)
		// The address of the next page contains the token, so it is built from the cursor.
		after = paging?.next ? paging.cursors?.after : undefined
		if (!after) break
	}
	return posts
}

const renewedSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const stateSchema = z.object({ token: z.string(), expires_at: z.number().optional(), tried_at: z.number() })
type TokenState = z.output<typeof stateSchema>

const tokenKey = 'social/token.json'
const dayMs = 86_400_000
const renewBeforeDays = 30
const alarmBeforeDays = 10

/** Encrypts text with a key derived from the environment's token, so that the store alone reveals nothing. */
function lockWith(secret: string) {
	const key = new Uint8Array(hkdfSync('sha256', secret, '', 'instagram token', 32))
	return {
		close(text: string): Uint8Array {
			const nonce = randomBytes(12)
			const cipher = createCipheriv('aes-256-gcm', key, nonce)
			const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
			return Buffer.concat([nonce, cipher.getAuthTag(), closed])
		},
		/** Undefined for text of another key: the environment has a new token since. */
		open(bytes: Uint8Array): string | undefined {
			try {
				const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
				decipher.setAuthTag(bytes.subarray(12, 28))
				return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
			} catch {
				return undefined
			}
		},
	}
}

/**
 * The account's token (60 days), renewed when a day old or more, and stored encrypted. A new one in the environment
 * replaces it.
 */
export function createInstagramToken(options: {
	apiUrl: string
	token: string
	files: Files
	clock: Clock
	log: Pick<Log, 'info' | 'warn'>
}): { current(): Promise<string> } {
	const { apiUrl, files, clock, log } = options
	const lock = lockWith(options.token)

	async function load(): Promise<TokenState> {
		const bytes = await files.get(tokenKey)
		const text = bytes && lock.open(bytes)
		return text ? stateSchema.parse(JSON.parse(text)) : { token: options.token, tried_at: 0 }
	}

	async function renewed(state: TokenState, now: number): Promise<TokenState> {
		try {
			const query = { grant_type: 'ig_refresh_token', access_token: state.token }
			const fresh = await callInstagram(apiUrl, '/refresh_access_token', query, renewedSchema)
			return { token: fresh.access_token, expires_at: now + fresh.expires_in * 1_000, tried_at: now }
		} catch (error) {
			if (!(error instanceof SocialUnavailable)) throw error
			// Common on the first day; afterwards it is retried daily for a month before it expires.
			log.info({ reason: error.message }, 'social: the token could not be renewed today')
			return { ...state, tried_at: now }
		}
	}

	return {
		async current() {
			const now = clock.now().getTime()
			let state = await load()
			const isDue = state.expires_at === undefined || state.expires_at - now < renewBeforeDays * dayMs
			if (isDue && now - state.tried_at >= dayMs) {
				state = await renewed(state, now)
				await files.put(tokenKey, lock.close(JSON.stringify(state)), 'application/octet-stream')
			}
			const daysLeft = state.expires_at === undefined ? undefined : Math.floor((state.expires_at - now) / dayMs)
			if (daysLeft !== undefined && daysLeft < alarmBeforeDays)
				log.warn({ daysLeft }, 'social: the token ends soon and could not be renewed')
			return state.token
		},
	}
}

/** The provider's code for an expired or revoked token. */
const invalidToken = 190
const errorSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })
const timeoutMs = 15_000

/** A provider's rejection or invalid answer. The message never contains the address, which has the token. */
class SocialUnavailable extends Error {
	override readonly name = 'SocialUnavailable'
}

/** Calls Instagram's API and parses its answer with `schema`. Throws SocialUnavailable. */
async function callInstagram<T>(
	apiUrl: string,
	path: string,
	query: Readonly<Record<string, string>>,
	schema: z.ZodType<T>,
	onKey?: ReportKey,
): Promise<T> {
	const url = new URL(`${apiUrl.replace(/\/$/, '')}${path}`)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	let answer: Response
	let json: unknown
	try {
		answer = await fetchOutside(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
		json = await answer.json()
	} catch (error) {
		throw new SocialUnavailable(`no answer to ${path}: ${error instanceof Error ? error.name : 'unknown'}`)
	}
	if (!answer.ok) {
		const reported = errorSchema.safeParse(json).data?.error
		const code = reported ? ` (code ${reported.code}, ${reported.error_subcode ?? 'no'} subcode)` : ''
		const refusal = `${path} was refused with ${answer.status}${code}`
		if (answer.status === 401 || reported?.code === invalidToken) onKey?.(refusal)
		throw new SocialUnavailable(refusal)
	}
	onKey?.(undefined)
	const parsed = schema.safeParse(json)
	if (!parsed.success) throw new SocialUnavailable(`the answer to ${path} made no sense`)
	return parsed.data
}
