import sharp from 'sharp'
import type { BuiltInColor } from '#modules/catalog/colors.ts'

/** Shadows in a dark shade of the bottle, clean on a tinted background; darker than any background in dark mode. */
const shadowColor: Record<BuiltInColor, readonly [number, number, number]> = {
	Blanco: [24, 19, 13],
	Celeste: [6, 20, 32],
	Negro: [8, 9, 11],
	Rosado: [42, 12, 18],
}

function smoothstep(from: number, to: number, value: number): number {
	const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
	return t * t * (3 - 2 * t)
}

/** Composes the bottle over its blurred shadow, which fades out before the picture's edge. */
export async function composeHero(bottle: Buffer, shadow: Buffer, color: BuiltInColor): Promise<Buffer> {
	const { width, height } = await size(bottle)
	const { data } = await sharp(shadow)
		.extractChannel('alpha')
		.resize(width, height, { kernel: 'cubic', fit: 'fill' })
		.blur(width / 260)
		.raw()
		.toBuffer({ resolveWithObject: true })
	const [red, green, blue] = shadowColor[color]
	const pixels = Buffer.alloc(width * height * 4)
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const fadeX = smoothstep(0, 0.26, Math.min(x, width - 1 - x) / width)
			const fadeY = smoothstep(0, 0.05, (height - 1 - y) / height) * smoothstep(0.55, 0.75, y / height)
			const at = (y * width + x) * 4
			const alpha = Math.max(0, (data[y * width + x] ?? 0) - 8) * 0.66 * fadeX * fadeY
			pixels.set([red, green, blue, Math.round(alpha)], at)
		}
	}
	return sharp(pixels, { raw: { width, height, channels: 4 } })
		.composite([{ input: bottle }])
		.png({ compressionLevel: 3 })
		.toBuffer()
}

export async function size(png: Buffer): Promise<{ width: number; height: number }> {
	const { width, height } = await sharp(png).metadata()
	return { width, height }
}
