import type { APIResponse } from '@playwright/test'
import { siteMap } from '#shop/web/site-map.ts'
import { expect, test } from '#tests/journeys/test.ts'

const files = [
	'/robots.txt',
	'/sitemap.xml',
	'/manifest.webmanifest',
	'/favicon.svg',
	'/favicon.ico',
	'/apple-touch-icon.png',
	'/pictures/shaker-negro-160.webp',
	'/panel.webmanifest',
	'/panel-sw.js',
	'/og.jpg',
]
const pages = ['/', '/?color=Negro', ...siteMap.map(({ path }) => path.replace(/:\w+/g, 'x')), '/no-existe', '/LOGIN']
const recorded = [
	'content-type',
	'cache-control',
	'content-encoding',
	'content-security-policy',
	'content-language',
	'cross-origin-opener-policy',
	'location',
	'link',
	'permissions-policy',
	'referrer-policy',
	'vary',
	'x-content-type-options',
	'x-robots-tag',
]

/** Replaces the content hashes of built files, which change with every build. */
const withoutBuild = (text: string) =>
	text
		.replace(/-[\w-]{8}\.(js|css|woff2)/g, '-<build>.$1')
		.replace(/\.[0-9a-f]{8}\./g, '.<build>.')
		.replace(/'(sha256|nonce)-[^']+'/g, "'$1-…'")
		.replace(/http:\/\/127\.0\.0\.1:\d+/g, '<shop>')

const tagsOf = (html: string) =>
	[...html.matchAll(/<title>[^<]*|<meta name="(?:robots|description)"[^>]*|<link rel="canonical"[^>]*/g)].map(
		([tag]) => tag,
	)

async function factsOf(answer: APIResponse): Promise<string[]> {
	const headers = answer.headers()
	const facts = recorded.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
	const isHtml = headers['content-type']?.startsWith('text/html')
	return [String(answer.status()), ...facts, ...(isHtml ? tagsOf(await answer.text()) : [])].map(withoutBuild)
}

test('each page and file answers with the recorded headers', { tag: '@desk' }, async ({ request, troubles }) => {
	troubles.allow(/./)
	const blocks: string[] = []
	for (const path of [...pages, ...files]) {
		const answer = await request.get(path, {
			maxRedirects: 0,
			headers: { accept: 'text/html,*/*', 'accept-encoding': 'gzip' },
		})
		blocks.push([path, ...(await factsOf(answer))].join('\n  '))
	}
	expect(`${blocks.join('\n\n')}\n`).toMatchSnapshot('pages.txt')
})
