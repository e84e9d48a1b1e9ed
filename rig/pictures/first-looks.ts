/**
 * Writes web/home/first-looks.ts: each bottle small enough to stand in the page itself, until its picture has come. It is
 * as wide as the largest phone shows it and rough in what nobody misses in a tenth of a second. Reads the encoded pictures.
 * Use: node rig/pictures/first-looks.ts
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { builtInColors } from '#domain/catalog/colors.ts'
import { heroPicture } from '#web/catalog/pictures.ts'
import { publicFolder } from './write-files.ts'

const root = join(import.meta.dirname, '../..')
/** CSS pixels: nearly every phone shows the bottle no wider (`.stage-figure` in web/home/stage.css). */
const width = 376

async function firstLook(picture: string): Promise<string> {
	const avif = await sharp(join(publicFolder, picture)).resize({ width }).avif({ quality: 10, effort: 9 }).toBuffer()
	return avif.toString('base64')
}

const lines: string[] = []
for (const color of builtInColors) {
	const largest = heroPicture({ color })
		.sources.find(({ type }) => type === 'image/avif')
		?.srcset.at(-1)
	if (!largest) throw new Error(`the ${color} hero has no AVIF`)
	lines.push(`${color}: '${await firstLook(largest.src)}',`)
}
const file = join(root, 'web/home/first-looks.ts')
writeFileSync(
	file,
	`// Written by rig/pictures/first-looks.ts from the heroes; change those, not this file.
import type { BuiltInColor } from '#domain/catalog/colors.ts'

/** What each bottle looks like in two kilobytes: an AVIF in base64. Only the server's rendering brings it. */
export const firstLooks: Readonly<Record<BuiltInColor, string>> = { ${lines.join('\n')} }
`,
)
execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'ignore' })
