import sharp, { type Color } from 'sharp'
import { colorThemes } from '#modules/catalog/color-themes.ts'
import { heroSize } from '#modules/catalog/colors.ts'
import { linkPictureSize } from '#modules/found/variants.ts'

const { height } = heroSize

/** The pictures of a colour: name, size in pixels, and background. */
const listed = [
	{ name: 'square.jpg', size: { width: height, height }, background: '#fff' },
	// On white a white bottle would be lost among messages.
	{ name: 'link.jpg', size: linkPictureSize, background: colorThemes.Blanco.light.stageFar },
] as const satisfies readonly { name: string; size: object; background: Color }[]

export type ListedPicture = (typeof listed)[number]['name']

/**
 * Draws a colour's hero as JPEGs without text: on a white square in the hero's own resolution, as listings want it, and
 * as the preview of a link. They are drawn by the decoder's process.
 */
export async function drawListed(hero: Buffer, maxPixels: number) {
	return await Promise.all(
		listed.map(async ({ name, size, background }) => {
			const bytes = await sharp(hero, { limitInputPixels: maxPixels, failOn: 'error' })
				.flatten({ background })
				.resize({ ...size, fit: 'contain', background })
				.jpeg({ quality: 88 })
				.toBuffer()
			return { name, bytes }
		}),
	)
}
