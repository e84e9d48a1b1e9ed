import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** How strongly a shot is cleaned: the fewer samples it was rendered with, the more. */
const strengths: Record<string, number> = {
	hero: 3,
	'slide-kitchen': 4,
	'slide-gym': 6,
	'detail-usb': 5,
	'detail-spout': 5,
	'detail-blade': 5,
}

/** Cleaning strength for a raw render, by its name. */
export function grainOf(name: string): number {
	return strengths[name] ?? 8
}

/** Averages like patches (non-local means), which takes out a path tracer's grain and leaves edges alone. Strength 1 to 30. */
function averagePatches(png: Buffer, strength: number): Buffer {
	const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
	try {
		writeFileSync(join(folder, 'in.png'), png)
		const filter = `format=gbrp,nlmeans=s=${strength}:p=5:r=13`
		execFileSync('ffmpeg', ['-v', 'error', '-i', join(folder, 'in.png'), '-vf', filter, join(folder, 'out.png')])
		return readFileSync(join(folder, 'out.png'))
	} finally {
		rmSync(folder, { recursive: true })
	}
}

/** Removes grain from a picture without transparency. */
export async function denoise(png: Buffer, strength: number): Promise<Buffer> {
	const solid = await sharp(png).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
	return averagePatches(solid, strength)
}

/**
 * Removes grain from a picture with transparency. Colour is cleaned multiplied by alpha, since behind glass the
 * plain colour of an almost transparent pixel is nothing but grain.
 */
export async function denoiseTransparent(png: Buffer, strength: number): Promise<Buffer> {
	const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
	const { width, height } = info
	const pixelCount = width * height
	const colour = Buffer.alloc(pixelCount * 3)
	const cover = Buffer.alloc(pixelCount * 3)
	for (let i = 0; i < pixelCount; i++) {
		const alpha = data[i * 4 + 3] ?? 0
		for (let channel = 0; channel < 3; channel++) {
			colour[i * 3 + channel] = Math.round(((data[i * 4 + channel] ?? 0) * alpha) / 255)
			cover[i * 3 + channel] = alpha
		}
	}
	const clean = async (pixels: Buffer) => {
		const image = sharp(pixels, { raw: { width, height, channels: 3 } })
		const cleaned = averagePatches(await image.png({ compressionLevel: 1 }).toBuffer(), strength)
		return sharp(cleaned).removeAlpha().raw().toBuffer()
	}
	const [cleanColour, cleanCover] = [await clean(colour), await clean(cover)]
	const result = Buffer.alloc(pixelCount * 4)
	for (let i = 0; i < pixelCount; i++) {
		const alpha = cleanCover[i * 3] ?? 0
		for (let channel = 0; channel < 3; channel++) {
			result[i * 4 + channel] = alpha === 0 ? 0 : Math.min(255, ((cleanColour[i * 3 + channel] ?? 0) * 255) / alpha)
		}
		result[i * 4 + 3] = alpha < 3 ? 0 : alpha
	}
	return sharp(result, { raw: { width, height, channels: 4 } })
		.png({ compressionLevel: 3 })
		.toBuffer()
}
