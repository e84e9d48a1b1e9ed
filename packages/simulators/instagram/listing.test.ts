import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listPosts } from './listing.ts'

describe('the sample account', () => {
	const posts = listPosts(join(import.meta.dirname, 'media'), new Date('2026-11-20T12:00:00Z'))

	it('contains no picture twice among the displayed posts', () => {
		const shown = new Map(posts.map((post) => [post.id, post]))
		expect(posts.map(({ media_type }) => media_type)).toContain('CAROUSEL_ALBUM')
		const pictures = [...shown.values()].map(({ file, thumbnail }) => thumbnail ?? file)
		expect(pictures).toHaveLength(10)
		expect(new Set(pictures).size).toBe(10)
	})

	it('returns a video with its own cover', () => {
		expect(posts.find(({ file }) => file === 'turn-rosado.mp4')).toMatchObject({ thumbnail: 'turn-rosado-poster.jpg' })
	})
})
