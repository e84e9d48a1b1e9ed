import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SocialPost } from '#modules/social/shapes.ts'
import { SocialFeed } from '#modules/social/web/social-feed.tsx'

const permalink = 'https://red.example/p/1'
const bare = { permalink, thumbnail_url: null }
const video: SocialPost = { ...bare, id: 'v', media_type: 'VIDEO', media_url: 'https://cdn.example/v.mp4' }
const picture: SocialPost = { ...bare, id: 'p', media_type: 'IMAGE', media_url: 'https://cdn.example/p.jpg' }

const feedOf = (posts: readonly SocialPost[]): string => renderToStaticMarkup(<SocialFeed posts={posts} />)

test('a video is shown by its thumbnail, and omitted without one', () => {
	expect(feedOf([{ ...video, thumbnail_url: 'https://cdn.example/v.jpg' }])).toContain(
		'src="https://cdn.example/v.jpg"',
	)
	const html = feedOf([picture, video])
	expect(html).toContain('src="https://cdn.example/p.jpg"')
	expect(html.match(/<img/g)).toHaveLength(1)
	expect(html).not.toContain('Ver video')
})

test('the section is omitted without posts', () => {
	expect(feedOf([video])).toBe('')
})
