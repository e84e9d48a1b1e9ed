import { z } from 'zod'
import type { Post } from '#domain/social/feed.ts'
import { callInstagram } from './call-instagram.ts'

const text = z.string().optional().catch(undefined)
const postSchema = z
	.object({
		id: z.string(),
		media_type: z.string(),
		media_url: text,
		thumbnail_url: text,
		permalink: text,
	})
	// An album carries the address of its first picture, and is shown as that.
	.transform((post) => (post.media_type === 'CAROUSEL_ALBUM' ? { ...post, media_type: 'IMAGE' } : post))
const listingSchema = z.object({
	data: z.array(postSchema),
	paging: z
		.object({ cursors: z.object({ after: z.string() }).partial(), next: z.string() })
		.partial()
		.optional(),
})

/** Three pages of 25 hold ten posts that can be shown, or the account has few of them. */
const pages = 3
const pageLength = 25

/** Lists an account's newest posts. Throws SocialUnavailable. */
export async function listInstagramMedia({ apiUrl, token }: { apiUrl: string; token: string }): Promise<Post[]> {
	const posts: Post[] = []
	const fields = 'id,media_type,media_url,permalink,thumbnail_url'
	let after: string | undefined
	for (let page = 0; page < pages; page += 1) {
		const query = { fields, limit: String(pageLength), ...(after && { after }), access_token: token }
		const { data, paging } = await callInstagram(apiUrl, '/me/media', query, listingSchema)
		posts.push(...data)
		// The address of the next page holds the token, so it is built anew from the cursor.
		after = paging?.next ? paging.cursors?.after : undefined
		if (!after) break
	}
	return posts
}
