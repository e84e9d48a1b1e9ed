/** A post as the provider lists it. A video may lack its address (its music is protected), a picture has no thumbnail. */
export interface Post {
	readonly id: string
	readonly media_type: string
	readonly media_url?: string | undefined
	readonly thumbnail_url?: string | undefined
	readonly permalink?: string | undefined
}

export type FeedPost = Post & { readonly media_type: 'IMAGE' | 'VIDEO'; readonly permalink: string }

/** The feed shows this many posts. */
const feedLength = 10

function hasSomethingToShow(post: Post): post is FeedPost {
	if (!post.permalink || !/^https?:\/\//.test(post.permalink)) return false
	if (post.media_type === 'IMAGE') return Boolean(post.media_url)
	return post.media_type === 'VIDEO' && Boolean(post.thumbnail_url || post.media_url)
}

/**
 * Chooses what the feed shows of a listing, in its order: pictures and videos only, each id once, the first ten. A post without
 * a link or without anything to look at is passed over.
 */
export function chooseFeed(listing: Iterable<Post>): FeedPost[] {
	const chosen = new Map<string, FeedPost>()
	for (const post of listing) {
		if (chosen.size === feedLength) break
		if (hasSomethingToShow(post) && !chosen.has(post.id)) chosen.set(post.id, post)
	}
	return [...chosen.values()]
}
