/**
 * The pictures of mails. `encode.ts` makes them from the renders; without renders, `node rig/pictures/mail-pictures.ts`
 * makes them anew from the largest published pictures.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { builtInColors, colorSlug } from '#modules/catalog/colors.ts'
import { size } from './compose-hero.ts'
import { publicFolder, writeStable } from './write-files.ts'

/** Square crop of the bottle, from the hero. */
export async function cutSquare(hero: Buffer): Promise<Buffer> {
	const { width, height } = await size(hero)
	const side = Math.round(height * 0.92)
	const part = await sharp(hero)
		.extract({ left: 0, top: Math.round(height * 0.04), width, height: side })
		.toBuffer()
	const edge = (side - width) / 2
	return sharp(part)
		.extend({ left: Math.floor(edge), right: Math.ceil(edge), background: '#0000' })
		.png({ compressionLevel: 1 })
		.toBuffer()
}

/**
 * A PNG of 640 pixels, as a mail shows 230 points and Outlook for Windows no WebP. Its palette is dithered, transparency
 * included: in steps, the shadow would show as rings.
 */
export async function mailPicture(hero: Buffer): Promise<Buffer> {
	const square = sharp(await cutSquare(hero)).resize({ width: 640 })
	return await square.png({ palette: true, quality: 100, dither: 1, effort: 10, compressionLevel: 9 }).toBuffer()
}

if (process.argv[1] === import.meta.filename) {
	const pictures = join(publicFolder, 'pictures')
	for (const slug of builtInColors.map(colorSlug)) {
		const hero = readdirSync(pictures).find((name) => name.startsWith(`hero-${slug}-900.`) && name.endsWith('.webp'))
		if (!hero) throw new Error(`no picture of ${slug} with 900 pixels`)
		const png = await sharp(readFileSync(join(pictures, hero)))
			.png()
			.toBuffer()
		writeStable(`shaker-${slug}.png`, await mailPicture(png))
	}
}
