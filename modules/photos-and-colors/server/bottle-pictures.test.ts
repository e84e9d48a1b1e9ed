import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto, aPlain } from '#tests/pictures.ts'
import { drawBottle } from './bottle-pictures.ts'

const maxPixels = 5_000_000

/** The files drawn from a photo, by name. */
async function filesOf(photo: Buffer): Promise<ReadonlyMap<string, Buffer>> {
	const files = await drawBottle(photo, maxPixels)
	if (!files) throw new Error('the photo is too small')
	return new Map(files.map(({ name, bytes }) => [name, bytes]))
}

/** The opacity of a picture at a place, 0 to 255. */
async function opacityAt(bytes: Buffer | undefined, left: number, top: number): Promise<number | undefined> {
	const { data } = await sharp(bytes)
		.extract({ left, top, width: 1, height: 1 })
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true })
	return data[3]
}

test('draws every picture of a colour from one photo, each within its size limit, even from noise', async () => {
	const files = await filesOf(await aPhoto(450, 600))
	expect([...files.keys()].sort()).toEqual([
		'hero-320.avif',
		'hero-320.webp',
		'hero-480.avif',
		'hero-480.png',
		'hero-480.webp',
		'hero-640.avif',
		'hero-640.webp',
		'hero-900.avif',
		'hero-900.webp',
		'shaker-160.webp',
		'shaker.png',
		'shaker.webp',
	])
	expect(await sharp(files.get('hero-900.webp')).metadata()).toMatchObject({ width: 900, height: 1200 })
	expect(await sharp(files.get('shaker.png')).metadata()).toMatchObject({ width: 640, height: 640 })
	expect(files.get('hero-640.avif')?.length).toBeLessThan(60_000)
	const hero = files.get('hero-900.webp')
	expect([await opacityAt(hero, 62, 33), await opacityAt(hero, 450, 600), await opacityAt(hero, 450, 1090)]).toEqual([
		0, 255, 0,
	])
})

test('centres a cut-out bottle, without its empty margins', async () => {
	const bottle = await sharp({ create: { width: 300, height: 700, channels: 4, background: '#2e7d5b' } })
		.png()
		.toBuffer()
	const frame = { width: 1600, height: 1200, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } }
	const photo = await sharp({ create: frame })
		.composite([{ input: bottle, left: 40, top: 30 }])
		.png()
		.toBuffer()
	const hero = (await filesOf(photo)).get('hero-900.webp')
	expect([await opacityAt(hero, 450, 600), await opacityAt(hero, 450, 160)]).toEqual([255, 255])
	expect([await opacityAt(hero, 100, 600), await opacityAt(hero, 450, 60)]).toEqual([0, 0])
})

test('returns undefined for a too small photo, by its upright sides', async () => {
	expect(await drawBottle(await aPlain(449, 900), maxPixels)).toBeUndefined()
	const lying = await sharp(await aPlain(620, 500))
		.withMetadata({ orientation: 6 })
		.toBuffer()
	expect(await drawBottle(lying, maxPixels)).toBeDefined()
	const lyingSmall = await sharp(await aPlain(500, 620))
		.withMetadata({ orientation: 6 })
		.toBuffer()
	expect(await drawBottle(lyingSmall, maxPixels)).toBeUndefined()
})
