import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Files, StoredFile } from '#core/server/files/files.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import { chooseFeed, type FeedPost } from '#modules/social/feed.ts'
import { copyPicture, copyVideo } from '#modules/social/server/copy-media.ts'
import { createInstagramToken, listInstagramMedia } from '#modules/social/server/instagram.ts'
import { type SocialPost, socialPost } from '#modules/social/shapes.ts'

export interface SocialFeed {
	/**
	 * Fetches the listing and copies new media. After a failure it keeps the last feed and returns false; never throws.
	 */
	refresh(): Promise<boolean>
	/** The newest ten posts, or the last ones read when the files are slow; throws when there are none. */
	list(): Promise<readonly SocialPost[]>
	/** Invalidates the cache after another process renewed the feed. */
	invalidate(): void
	/** One of the feed's files by its name, or undefined. */
	media(file: string): Promise<StoredFile | undefined>
}

interface SocialFeedOptions {
	readonly apiUrl: string
	/** Without a token there is no feed. */
	readonly token: string | undefined
	readonly files: Files
	readonly pictures: PictureDecoder
	readonly clock: Clock
	readonly log: Pick<Log, 'info' | 'warn'>
	readonly onKey?: ReportKey
}

/** Pages wait for the feed, so the timeout is short. */
const filesTimeoutMs = 1500
const path = (file: string) => `/social/${file}`
const reason = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** Rejects when the timeout of the files is over. */
async function tooLate(): Promise<never> {
	await setTimeout(filesTimeoutMs, undefined, { ref: false })
	throw new Error('the files do not answer')
}

function filesOf(posts: readonly SocialPost[]): Set<string> {
	const paths = posts.flatMap((post) => [post.media_url, post.thumbnail_url])
	return new Set(paths.filter((one) => one !== null).map((one) => one.slice(path('').length)))
}

/** Deletes one of the feed's files; false after a failure. */
async function removed({ files, log }: { files: Files; log: Pick<Log, 'warn'> }, file: string): Promise<boolean> {
	try {
		await files.delete(`social/${file}`)
		return true
	} catch (error) {
		log.warn({ file, reason: reason(error) }, 'social: a file of an earlier feed could not be deleted')
		return false
	}
}

/** A post with its media in the shop's own files; undefined when they cannot be copied. */
async function copyPost(
	options: SocialFeedOptions,
	post: FeedPost,
	earlier: SocialPost | undefined,
): Promise<SocialPost | undefined> {
	if (earlier && (earlier.media_url || !post.media_url)) return { ...earlier, permalink: post.permalink }
	const { id, media_type, permalink } = post
	try {
		const copy = media_type === 'IMAGE' ? copyPicture : copyVideo
		const thumbnail_url = post.thumbnail_url ? path(await copyPicture(options, post.thumbnail_url)) : null
		const media_url = post.media_url
			? await copy(options, post.media_url).then(path, (error: unknown) => {
					if (!thumbnail_url) throw error
					options.log.warn({ post: id, reason: reason(error) }, 'social: a video is shown by its thumbnail alone')
					return null
				})
			: null
		return { id, media_type, media_url, permalink, thumbnail_url }
	} catch (error) {
		options.log.warn({ post: id, reason: reason(error) }, 'social: a post could not be copied')
		return undefined
	}
}

/** The shop's copy of the account's posts: a listing and its media in the shop's own files. */
export function createSocialFeed(options: SocialFeedOptions): SocialFeed {
	const { apiUrl, files, clock, log, onKey } = options
	const token = options.token ? createInstagramToken({ ...options, token: options.token }) : undefined
	const stored = createStoredFeed({ files, clock, log })

	async function replace(before: StoredFeed | undefined, listed: readonly FeedPost[]): Promise<void> {
		const earlier = new Map(before?.posts.map((post) => [post.id, post]))
		const posts: SocialPost[] = []
		for (const post of listed) {
			const copied = await copyPost(options, post, earlier.get(post.id))
			if (copied) posts.push(copied)
		}
		if (listed.length > 0 && posts.length === 0) throw new Error('no post could be copied')
		const used = filesOf(posts)
		const retired = [...filesOf(before?.posts ?? [])].filter((file) => !used.has(file))
		for (const file of before?.retired ?? []) {
			if (used.has(file) || (await removed(options, file))) continue
			// The next refresh retries.
			retired.push(file)
		}
		await stored.keep({ refreshed_at: clock.now().toISOString(), posts, retired })
	}

	return {
		async refresh() {
			if (!token) return false
			try {
				const listed = chooseFeed(await listInstagramMedia({ apiUrl, token: await token.current(), onKey }))
				await replace(await stored.load(), listed)
				log.info({ posts: listed.length }, 'social: the feed is fresh')
				return true
			} catch (error) {
				log.warn({ reason: reason(error) }, 'social: the feed could not be refreshed, the last good one stays')
				return false
			}
		},
		async list() {
			if (token && !stored.isFresh()) {
				await Promise.race([stored.load(), tooLate()]).catch((error: unknown) => {
					if (!stored.isKnown()) throw error
					log.warn({ reason: reason(error) }, 'social: the stored feed cannot be read, what was read last is shown')
					stored.trust()
				})
			}
			return stored.known()?.posts ?? []
		},
		invalidate: stored.invalidate,
		media: async (file) => (/^[0-9a-f]{32}\.(webp|mp4)$/.test(file) ? files.open(`social/${file}`) : undefined),
	}
}

const storedSchema = z.object({
	refreshed_at: z.string(),
	posts: z.array(socialPost),
	/** Files of the previous feed: open pages may still show them, the next refresh deletes them. */
	retired: z.array(z.string()),
})

/** The feed as stored in the shop's files. */
type StoredFeed = z.output<typeof storedSchema>

const feedKey = 'social/feed.json'
/** Maximum age of the cache, in case another process's notification is lost. Milliseconds. */
const rereadMs = 60_000

function parse(bytes: Uint8Array): StoredFeed | undefined {
	try {
		return storedSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
	} catch {
		return undefined
	}
}

/** The feed in the shop's files, with a cache of this process. */
function createStoredFeed({ files, clock, log }: { files: Files; clock: Clock; log: Pick<Log, 'warn'> }) {
	let memory: { feed: StoredFeed | undefined; goodUntil: number } | undefined
	let version = 0
	const remember = (feed: StoredFeed | undefined) => {
		memory = { feed, goodUntil: clock.now().getTime() + rereadMs }
	}
	const distrust = () => {
		if (memory) memory = { ...memory, goodUntil: Number.NEGATIVE_INFINITY }
	}
	return {
		/** Reads the files; undefined without a feed, or with a damaged one. */
		async load(): Promise<StoredFeed | undefined> {
			const startVersion = version
			const bytes = await files.get(feedKey)
			const feed = bytes && parse(bytes)
			if (bytes && !feed) log.warn({ key: feedKey }, 'social: the stored feed is damaged, the next refresh replaces it')
			remember(feed)
			// Renewed during the read: this may be the previous feed.
			if (startVersion !== version) distrust()
			return feed
		},
		async keep(feed: StoredFeed): Promise<void> {
			await files.put(feedKey, Buffer.from(JSON.stringify(feed)), 'application/json')
			remember(feed)
		},
		/** Invalidates the cache. */
		invalidate(): void {
			version += 1
			distrust()
		},
		/** Extends the cache while the files do not answer. */
		trust: () => remember(memory?.feed),
		isFresh: () => memory !== undefined && clock.now().getTime() < memory.goodUntil,
		isKnown: () => memory !== undefined,
		known: () => memory?.feed,
	}
}
