import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type SocialPost, socialPost } from '#contract/social/social-feed.ts'
import { chooseFeed, type FeedPost } from '#domain/social/feed.ts'
import type { Clock } from '#server/clock.ts'
import type { Files } from '#server/files/files.ts'
import { copyPicture, copyVideo } from './copy-media.ts'
import { listInstagramMedia } from './instagram.ts'
import { createInstagramToken } from './instagram-token.ts'

/** What the feed writes to the log; pino and Fastify's log are of this shape. */
export interface SocialLog {
	info(details: object, message: string): void
	warn(details: object, message: string): void
}

export interface SocialFeed {
	/** Fetches the listing and copies what is new. Keeps the last good feed and gives false when that fails; never throws for it. */
	refresh(): Promise<boolean>
	/**
	 * What the feed shows now: the newest ten, none without a token or before the first refresh. Where the shop's files do not
	 * answer soon it is what was read last; throws when nothing was.
	 */
	list(): Promise<readonly SocialPost[]>
	/** The bytes of one of the feed's files by its name, or undefined. */
	media(file: string): Promise<Uint8Array | undefined>
}

const storedSchema = z.object({
	refreshed_at: z.string(),
	posts: z.array(socialPost),
	/** Files of the feed before: pages that are still open may show them, the next refresh deletes them. */
	retired: z.array(z.string()),
})
type StoredFeed = z.output<typeof storedSchema>

const feedKey = 'social/feed.json'
/** Another process may have refreshed the feed, so what was read is good for so long. */
const rereadMs = 60_000
/** Pages wait for the feed, so not for long. */
const patienceMs = 1500
const path = (file: string) => `/social/${file}`
const reason = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** Fails when the shop's patience with its files is over. */
async function tooLate(): Promise<never> {
	await setTimeout(patienceMs, undefined, { ref: false })
	throw new Error('the files do not answer')
}

function filesOf(posts: readonly SocialPost[]): Set<string> {
	const paths = posts.flatMap((post) => [post.media_url, post.thumbnail_url])
	return new Set(paths.filter((one) => one !== null).map((one) => one.slice(path('').length)))
}

function readStored(bytes: Uint8Array): StoredFeed | undefined {
	try {
		return storedSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
	} catch {
		return undefined
	}
}

/** The shop's copy of the account's posts: a listing and its media in the shop's own files. */
export function createSocialFeed(options: {
	apiUrl: string
	/** Without a token there is no feed. */
	token: string | undefined
	files: Files
	clock: Clock
	log: SocialLog
}): SocialFeed {
	const { apiUrl, files, clock, log } = options
	const token = options.token ? createInstagramToken({ ...options, token: options.token }) : undefined
	let known: { feed: StoredFeed | undefined; readAt: number } | undefined

	async function load(): Promise<StoredFeed | undefined> {
		const bytes = await files.get(feedKey)
		const feed = bytes && readStored(bytes)
		if (bytes && !feed) log.warn({ key: feedKey }, 'social: the stored feed is damaged, the next refresh replaces it')
		known = { feed, readAt: clock.now().getTime() }
		return feed
	}

	async function copyPost(post: FeedPost, earlier: SocialPost | undefined): Promise<SocialPost | undefined> {
		if (earlier && (earlier.media_url || !post.media_url)) return { ...earlier, permalink: post.permalink }
		const { id, media_type, permalink } = post
		try {
			const copy = media_type === 'IMAGE' ? copyPicture : copyVideo
			const thumbnail_url = post.thumbnail_url ? path(await copyPicture(files, post.thumbnail_url)) : null
			const media_url = post.media_url
				? await copy(files, post.media_url).then(path, (error: unknown) => {
						if (!thumbnail_url) throw error
						log.warn({ post: id, reason: reason(error) }, 'social: a video is shown by its thumbnail alone')
						return null
					})
				: null
			return { id, media_type, media_url, permalink, thumbnail_url }
		} catch (error) {
			log.warn({ post: id, reason: reason(error) }, 'social: a post could not be copied')
			return undefined
		}
	}

	async function replace(before: StoredFeed | undefined, listed: readonly FeedPost[]): Promise<void> {
		const earlier = new Map(before?.posts.map((post) => [post.id, post]))
		const posts: SocialPost[] = []
		for (const post of listed) {
			const copied = await copyPost(post, earlier.get(post.id))
			if (copied) posts.push(copied)
		}
		if (listed.length > 0 && posts.length === 0) throw new Error('no post could be copied')
		const used = filesOf(posts)
		const retired = [...filesOf(before?.posts ?? [])].filter((file) => !used.has(file))
		const feed: StoredFeed = { refreshed_at: clock.now().toISOString(), posts, retired }
		await files.put(feedKey, Buffer.from(JSON.stringify(feed)), 'application/json')
		known = { feed, readAt: clock.now().getTime() }
		for (const file of before?.retired ?? []) if (!used.has(file)) await files.delete(`social/${file}`)
	}

	return {
		async refresh() {
			if (!token) return false
			try {
				const listed = chooseFeed(await listInstagramMedia({ apiUrl, token: await token.current() }))
				await replace(await load(), listed)
				log.info({ posts: listed.length }, 'social: the feed is fresh')
				return true
			} catch (error) {
				log.warn({ reason: reason(error) }, 'social: the feed could not be refreshed, the last good one stays')
				return false
			}
		},
		async list() {
			const now = clock.now().getTime()
			if (token && (!known || now - known.readAt >= rereadMs)) {
				await Promise.race([load(), tooLate()]).catch((error: unknown) => {
					if (!known) throw error
					log.warn({ reason: reason(error) }, 'social: the stored feed cannot be read, what was read last is shown')
					known = { ...known, readAt: now }
				})
			}
			return known?.feed?.posts ?? []
		},
		media: async (file) => (/^[0-9a-f]{32}\.(webp|mp4)$/.test(file) ? files.get(`social/${file}`) : undefined),
	}
}
