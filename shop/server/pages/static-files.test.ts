import { describe, expect, test } from 'vitest'
import { createPhotos, robotsText, sitemapXml, webManifest } from '#shop/server/pages/static-files.ts'

describe('site files', () => {
	test('lists Home for search engines and excludes private pages', () => {
		const robots = robotsText('https://shaker.example')
		expect(robots).toContain('Disallow: /pago\n')
		expect(robots).toContain('Sitemap: https://shaker.example/sitemap.xml')
		expect(robots).not.toContain('Disallow: /\n')
		expect(sitemapXml('https://shaker.example')).toContain('<loc>https://shaker.example/</loc></url>')
		const dated = sitemapXml('https://shaker.example', new Date('2026-11-30T12:00:00Z'))
		expect(dated).toContain('</loc><lastmod>2026-11-30T12:00:00.000Z</lastmod></url>')
	})

	test('serves the manifest as JSON with icons', () => {
		expect(JSON.parse(webManifest()).icons).toHaveLength(2)
	})
})

describe('photos', () => {
	function photosOf(stored: Record<string, string>) {
		const reads: string[] = []
		const read = async (hash: string, name: string) => {
			reads.push(`${hash}/${name}`)
			const found = stored[`${hash}/${name}`]
			return found === undefined ? undefined : Buffer.from(found)
		}
		const colores = [
			{ color: 'Negro', nombre: 'Shaker', precio: 1, stock: 1, foto: '0a1b2c3d' },
			{ color: 'Blanco', nombre: 'Shaker', precio: 1, stock: 1 },
		]
		return { photos: createPhotos(read, async () => colores), reads }
	}
	const stored = { '0a1b2c3d/hero-640.avif': 'hero', '0a1b2c3d/shaker-160.webp': 'small' }

	test("names the photo in a hero's address, and reads it once", async () => {
		const { photos, reads } = photosOf(stored)
		const hero = await photos.hero('hero-negro-640.0a1b2c3d.avif')
		expect([hero?.plain.toString(), hero?.type]).toEqual(['hero', 'image/avif'])
		await photos.hero('hero-negro-640.0a1b2c3d.avif')
		expect(reads).toEqual(['0a1b2c3d/hero-640.avif'])
		expect(await photos.hero('hero-negro-320.0a1b2c3d.avif')).toBeUndefined()
	})

	test.each([
		'hero-negro-640.avif',
		'hero-negro-640.0a1b2c3d.svg',
		'../hero-a-640.0a1b2c3d.avif',
		'hero-a-64000.0a1b2c3d.avif',
	])('rejects %s as a hero without reading a file', async (name) => {
		const { photos, reads } = photosOf(stored)
		expect(await photos.hero(name)).toBeUndefined()
		expect(reads).toEqual([])
	})

	test("serves a colour's small picture from its photo where it has one", async () => {
		const { photos } = photosOf(stored)
		expect((await photos.small('shaker-negro-160.webp'))?.plain.toString()).toBe('small')
		for (const name of [
			'shaker-blanco-160.webp',
			'shaker-verde.webp',
			'shaker-negro-161.webp',
			'view-usb-negro-450.a.avif',
		]) {
			expect(await photos.small(name)).toBeUndefined()
		}
	})
})
