/**
 * A post in the provider's listing. A video may lack its address (its music is protected), a picture has no thumbnail.
 */
export interface Post {
	readonly id: string
	readonly media_type: string
	readonly media_url?: string | null | undefined
	readonly thumbnail_url?: string | null | undefined
	readonly permalink?: string | undefined
}

export type FeedPost = Post & { readonly media_type: 'IMAGE' | 'VIDEO'; readonly permalink: string }

export const feedLength = 10

function hasSomethingToShow<Listed extends Post>(post: Listed): post is Listed & FeedPost {
	if (!post.permalink || !/^https?:\/\//.test(post.permalink)) return false
	if (post.media_type === 'IMAGE') return Boolean(post.media_url)
	// A video is shown by its thumbnail, and not without one.
	return post.media_type === 'VIDEO' && Boolean(post.thumbnail_url)
}

/**
 * Selects the posts of the feed, in the listing's order: pictures and videos with a picture, each id once, the first
 * ten.
 */
export function chooseFeed<Listed extends Post>(listing: Iterable<Listed>): (Listed & FeedPost)[] {
	const chosen = new Map<string, Listed & FeedPost>()
	for (const post of listing) {
		if (chosen.size === feedLength) break
		if (hasSomethingToShow(post) && !chosen.has(post.id)) chosen.set(post.id, post)
	}
	return [...chosen.values()]
}
