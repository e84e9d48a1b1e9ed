import { expect, test } from 'vitest'
import { robotsText, sitemapXml, webManifest } from '#shop/server/pages/site-files.ts'

test('lists Home for search engines and excludes private pages', () => {
	const robots = robotsText('https://shaker.example')
	expect(robots).toContain('Disallow: /pago\n')
	expect(robots).toContain('Sitemap: https://shaker.example/sitemap.xml')
	expect(robots).not.toContain('Disallow: /\n')
	expect(sitemapXml('https://shaker.example')).toContain('<loc>https://shaker.example/</loc>')
})

test('serves the manifest as JSON with icons', () => {
	expect(JSON.parse(webManifest()).icons).toHaveLength(2)
})
