import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { publicFolder } from './write-files.ts'

const ink = '#17191c'
const paper = '#f6f1e8'
const light = '#8fd0ff'

/** The bottle as an icon on a 64 x 64 grid. Corner: background radius; scale: the bottle's fraction of the grid. */
function sign(corner: number, scale: number): string {
	const inset = 32 - 32 * scale
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${ink}"/><g transform="translate(${inset} ${inset}) scale(${scale})"><path d="M25.5 17v-3.5A4.5 4.5 0 0 1 30 9h4a4.5 4.5 0 0 1 4.5 4.5V17" fill="none" stroke="${paper}" stroke-width="3"/><rect x="18" y="16" width="28" height="7.5" rx="2.8" fill="${paper}"/><path d="M20.2 25h23.6l-1.2 17H21.4z" fill="${paper}" opacity=".42"/><path d="M20.7 31.5h22.6L42.6 42H21.4z" fill="${paper}"/><path d="M21.5 44h21l-.7 9.3a2.9 2.9 0 0 1-2.9 2.7H25.1a2.9 2.9 0 0 1-2.9-2.7z" fill="${paper}"/><circle cx="32" cy="49.8" r="2.6" fill="${ink}"/><circle cx="32" cy="49.8" r="1.5" fill="${light}"/></g></svg>`
}

/** Returns an .ico file with one PNG of 32 x 32 pixels. */
function wrapIcon(png: Buffer): Buffer {
	const header = Buffer.alloc(22)
	header.writeUInt16LE(1, 2)
	header.writeUInt16LE(1, 4)
	header.writeUInt8(32, 6)
	header.writeUInt8(32, 7)
	header.writeUInt16LE(1, 10)
	header.writeUInt16LE(32, 12)
	header.writeUInt32LE(png.length, 14)
	header.writeUInt32LE(header.length, 18)
	return Buffer.concat([header, png])
}

/** Renders favicon and app icons; app icons fit the bottle into the maskable circle. */
export async function writeIcons(): Promise<void> {
	const put = (file: string, bytes: Buffer | string) => writeFileSync(join(publicFolder, file), bytes)
	const draw = (svg: string, side: number) =>
		sharp(Buffer.from(svg), { density: (72 * side) / 64 })
			.resize(side, side)
			.png({ palette: true, effort: 9 })
			.toBuffer()
	put('favicon.svg', sign(14, 1))
	put(
		'favicon.ico',
		wrapIcon(
			await sharp(Buffer.from(sign(14, 1)), { density: 288 })
				.resize(32, 32)
				.png()
				.toBuffer(),
		),
	)
	put('apple-touch-icon.png', await draw(sign(0, 0.98), 180))
	put('icon-192.png', await draw(sign(0, 0.95), 192))
	put('icon-512.png', await draw(sign(0, 0.95), 512))
}
