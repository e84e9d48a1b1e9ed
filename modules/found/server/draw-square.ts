import sharp from 'sharp'
import { heroSize } from '#modules/catalog/colors.ts'

/**
 * Draws a colour's hero on a white square, as listings want it: a JPEG without text, in the hero's own resolution. It is
 * drawn by the decoder's process.
 */
export async function drawSquare(hero: Buffer, maxPixels: number) {
	const { height } = heroSize
	const bytes = await sharp(hero, { limitInputPixels: maxPixels, failOn: 'error' })
		.flatten({ background: '#fff' })
		.resize({ width: height, height, fit: 'contain', background: '#fff' })
		.jpeg({ quality: 88 })
		.toBuffer()
	return [{ name: 'square.jpg', bytes }]
}
