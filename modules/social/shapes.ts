import { z } from 'zod'
import { feedLength } from '#modules/social/feed.ts'

/**
 * One post of the feed. Its media are copies on the shop's own server; `media_url` is null for a video with only a
 * thumbnail.
 */
export const socialPost = z.object({
	id: z.string(),
	media_type: z.enum(['IMAGE', 'VIDEO']),
	media_url: z.string().nullable(),
	permalink: z.string(),
	thumbnail_url: z.string().nullable(),
})
export type SocialPost = z.infer<typeof socialPost>

export const socialFeedAnswer = z.object({ results: z.array(socialPost).max(feedLength) })
