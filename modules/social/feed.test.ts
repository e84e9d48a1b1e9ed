import { describe, expect, test } from 'vitest'
import { chooseFeed, type Post } from './feed.ts'

const permalink = 'https://red.example/p/1'
const picture = (id: string): Post => ({
	id,
	media_type: 'IMAGE',
	media_url: `https://cdn.example/${id}.jpg`,
	permalink,
})
const ids = (posts: Iterable<Post>) => chooseFeed(posts).map((post) => post.id)

describe('chooseFeed', () => {
	test('selects pictures and videos, and no albums', () => {
		const video: Post = { ...picture('2'), media_type: 'VIDEO', thumbnail_url: 'https://cdn.example/2.jpg' }
		expect(ids([picture('1'), video, { ...picture('3'), media_type: 'CAROUSEL_ALBUM' }])).toEqual(['1', '2'])
	})

	test('selects each post once, at its first occurrence', () => {
		const again = { ...picture('1'), media_url: 'https://cdn.example/other.jpg' }
		expect(chooseFeed([picture('1'), picture('2'), again])).toEqual([picture('1'), picture('2')])
	})

	test('selects the first ten that remain', () => {
		const many = Array.from({ length: 15 }, (_, index) => picture(String(index)))
		expect(ids([picture('0'), { ...picture('x'), media_type: 'CAROUSEL_ALBUM' }, ...many])).toEqual(
			many.slice(0, 10).map((post) => post.id),
		)
	})

	test('selects a video by its thumbnail, also without its address, and skips posts without a picture', () => {
		const muted: Post = { id: 'v', media_type: 'VIDEO', thumbnail_url: 'https://cdn.example/v.jpg', permalink }
		const unseen: Post = { id: 'w', media_type: 'VIDEO', media_url: 'https://cdn.example/w.mp4', permalink }
		expect(ids([{ id: 'p', media_type: 'IMAGE', permalink }, muted, unseen])).toEqual(['v'])
	})

	test('selects no album with a thumbnail, and accepts links to http pages', () => {
		const album: Post = { ...picture('1'), media_type: 'CAROUSEL_ALBUM', thumbnail_url: 'https://cdn.example/1.jpg' }
		expect(ids([album, { ...picture('2'), permalink: 'http://red.example/p/2' }])).toEqual(['2'])
	})

	test('accepts links to web pages only', () => {
		expect(
			ids([
				{ ...picture('1'), permalink: 'javascript:alert(1)' },
				{ ...picture('2'), permalink: undefined },
				{ ...picture('3'), permalink: 'javascript:alert(1)//https://red.example' },
			]),
		).toEqual([])
	})
})
