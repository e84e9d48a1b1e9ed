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

describe('the feed', () => {
	test('shows pictures and videos, and no albums', () => {
		const video: Post = { ...picture('2'), media_type: 'VIDEO', thumbnail_url: 'https://cdn.example/2.jpg' }
		expect(ids([picture('1'), video, { ...picture('3'), media_type: 'CAROUSEL_ALBUM' }])).toEqual(['1', '2'])
	})

	test('shows each post once, the first time it comes', () => {
		const again = { ...picture('1'), media_url: 'https://cdn.example/other.jpg' }
		expect(chooseFeed([picture('1'), picture('2'), again])).toEqual([picture('1'), picture('2')])
	})

	test('shows the first ten that remain', () => {
		const many = Array.from({ length: 15 }, (_, index) => picture(String(index)))
		expect(ids([picture('0'), { ...picture('x'), media_type: 'CAROUSEL_ALBUM' }, ...many])).toEqual(
			many.slice(0, 10).map((post) => post.id),
		)
	})

	test('shows a video by its thumbnail, also without its address, and passes over what has no picture', () => {
		const muted: Post = { id: 'v', media_type: 'VIDEO', thumbnail_url: 'https://cdn.example/v.jpg', permalink }
		const unseen: Post = { id: 'w', media_type: 'VIDEO', media_url: 'https://cdn.example/w.mp4', permalink }
		expect(ids([{ id: 'p', media_type: 'IMAGE', permalink }, muted, unseen])).toEqual(['v'])
	})

	test('shows no album that has a thumbnail, and links to pages without a certificate too', () => {
		const album: Post = { ...picture('1'), media_type: 'CAROUSEL_ALBUM', thumbnail_url: 'https://cdn.example/1.jpg' }
		expect(ids([album, { ...picture('2'), permalink: 'http://red.example/p/2' }])).toEqual(['2'])
	})

	test('links only to web pages', () => {
		expect(
			ids([
				{ ...picture('1'), permalink: 'javascript:alert(1)' },
				{ ...picture('2'), permalink: undefined },
				{ ...picture('3'), permalink: 'javascript:alert(1)//https://red.example' },
			]),
		).toEqual([])
	})
})
