import { expect, test } from 'vitest'
import type { SocialItem } from '#contract/catalog/page-data.ts'
import { readFeed } from '#web/social/social-feed.tsx'

const item = (id: string, change: Partial<SocialItem> = {}): SocialItem => ({
	id,
	media_type: 'IMAGE',
	media_url: '/a.webp',
	permalink: 'https://social.example/p',
	...change,
})

test('ten at most, none twice, pictures and videos only', () => {
	const many = Array.from({ length: 14 }, (_, n) => item(String(n % 12)))
	expect(readFeed(many).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
	const album = { ...item('album'), media_type: 'CAROUSEL_ALBUM' } as unknown as SocialItem
	expect(readFeed([album, item('v', { media_type: 'VIDEO' })]).map(({ id }) => id)).toEqual(['v'])
})

test('a link that is no address of the web is left out', () => {
	expect(readFeed([item('x', { permalink: 'javascript:alert(1)' })])).toEqual([])
})
