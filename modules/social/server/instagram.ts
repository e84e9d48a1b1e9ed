import { z } from 'zod'
import type { Post } from '#modules/social/feed.ts'
import { callInstagram } from './call-instagram.ts'

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
export async function listInstagramMedia({ apiUrl, token }: { apiUrl: string; token: string }): Promise<Post[]> {
	const posts: Post[] = []
	const media = 'media_type,media_url,thumbnail_url'
	const fields = `id,permalink,${media},children{${media}}`
	let after: string | undefined
	for (let page = 0; page < pages; page += 1) {
		const query = { fields, limit: String(pageLength), ...(after && { after }), access_token: token }
		const { data, paging } = await callInstagram(apiUrl, '/me/media', query, listingSchema)
		posts.push(...data)
		// The address of the next page contains the token, so it is built from the cursor.
		after = paging?.next ? paging.cursors?.after : undefined
		if (!after) break
	}
	return posts
}
