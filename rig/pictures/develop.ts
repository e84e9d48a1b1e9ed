/**
 * Develops raw renders (NAME.0.exr and NAME.1.exr) into NAME.png: denoises and tone-maps. Use: node rig/pictures/develop.ts
 * data/pictures/slide-gym [more names]
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { boxBlur, filterGrain } from './filter-grain.ts'
import { type Plane, readRender } from './read-render.ts'

/** Bloom strength of scenes with visible lamps. */
const spills: Record<string, number> = { 'slide-gym': 0.09, 'gym-near': 0.09 }
/** Linear up to here; above, a film-like shoulder to white. */
const shoulder = 0.78
/** Remaining saturation in the shoulder. */
const remainingColour = 0.7

const read = (plane: Plane, i: number): number => plane[i] ?? 0

function bend(light: number): number {
	if (light <= shoulder) return Math.max(0, light)
	const room = 1 - shoulder
	return shoulder + room * Math.tanh((light - shoulder) / room)
}

/** Maps luminance and scales the colours with it: mapping each channel would turn light blue into grey. */
function bendColour(rgb: readonly number[]): number[] {
	const most = Math.max(...rgb)
	if (most <= shoulder) return rgb.map(bend)
	const scale = bend(most) / most
	return rgb.map((light) => remainingColour * light * scale + (1 - remainingColour) * bend(light))
}

/** Converts linear light to sRGB, 0 to 255. */
function encode(light: number): number {
	const value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
	return value * 255
}

/** Adds a lens bloom around pixels brighter than white. */
function spill(planes: readonly Plane[], width: number, height: number, share: number): void {
	for (const plane of planes) {
		for (const reach of [width / 160, width / 40]) {
			const halo = plane.map((value) => Math.max(0, value - 0.9))
			for (let pass = 0; pass < 3; pass++) boxBlur(halo, width, height, Math.round(reach))
			for (let i = 0; i < plane.length; i++) plane[i] = read(plane, i) + share * read(halo, i)
		}
	}
}

async function develop(name: string): Promise<void> {
	const halves = [0, 1].map((half) => `${name}.${half}.exr`)
	const missing = halves.find((file) => !existsSync(file))
	if (missing) throw new Error(`${missing} is missing; render it first.`)
	const [first, second] = halves.map(readRender)
	if (!first || !second) return
	const { width, height } = first
	const planes = filterGrain(first, second)
	const cover = planes[3] ?? new Float32Array(width * height).fill(1)
	const colours = planes.slice(0, 3)
	spill(colours, width, height, spills[basename(name)] ?? 0)
	const pixels = Buffer.alloc(width * height * 4)
	for (let i = 0; i < width * height; i++) {
		const alpha = read(cover, i) < 0.01 ? 0 : Math.min(1, read(cover, i))
		if (alpha === 0) continue
		bendColour(colours.map((plane) => read(plane, i) / alpha)).forEach((light, channel) => {
			pixels[i * 4 + channel] = Math.round(Math.min(255, encode(light)))
		})
		pixels[i * 4 + 3] = Math.round(alpha * 255)
	}
	const image = sharp(pixels, { raw: { width, height, channels: 4 } })
	await image.png({ compressionLevel: 3 }).toFile(`${name}.png`)
}

for (const name of process.argv.slice(2)) await develop(name)
