import { z } from 'zod'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { socialPost } from '#modules/social/shapes/social-feed.ts'

const storedSchema = z.object({
	refreshed_at: z.string(),
	posts: z.array(socialPost),
	/** Files of the previous feed: open pages may still show them, the next refresh deletes them. */
	retired: z.array(z.string()),
})

/** The feed as stored in the shop's files. */
export type StoredFeed = z.output<typeof storedSchema>

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
export function createStoredFeed({ files, clock, log }: { files: Files; clock: Clock; log: Pick<Log, 'warn'> }) {
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
