import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const mediaFolder = join(import.meta.dirname, '../../packages/simulators/instagram/media')

/** A square of a scene: left, top and side as fractions of the scene's height. */
type Cut = { file: string; left: number; top: number; side: number }

const cuts: Record<string, Cut> = {
	'kitchen-celeste': { file: 'slide-kitchen', left: 0.5, top: 0, side: 1 },
	'gym-negro': { file: 'slide-gym', left: 0.5, top: 0, side: 1 },
	'lineup-blanco-negro': { file: 'lineup', left: 0.45, top: 0.05, side: 0.95 },
	'usb-negro': { file: 'view-usb-negro', left: 0, top: 0, side: 1 },
	'spout-rosado': { file: 'view-spout-rosado', left: 0, top: 0, side: 1 },
	'blade-celeste': { file: 'view-blade-celeste', left: 0, top: 0, side: 1 },
	'breakfast-rosado': { file: 'kitchen-near', left: 0, top: 0, side: 1 },
	'training-celeste': { file: 'gym-near', left: 0, top: 0, side: 1 },
	'wild-berries': { file: 'slide-kitchen', left: 0.12, top: 0.22, side: 0.78 },
}

/** Writes the sample feed's squares of 640 pixels whose scenes are rendered. */
export async function writeFeedPictures(
	raw: (name: string) => Buffer,
	isRendered: (name: string) => boolean,
): Promise<void> {
	mkdirSync(mediaFolder, { recursive: true })
	for (const [name, cut] of Object.entries(cuts)) {
		if (!isRendered(cut.file)) continue
		const scene = raw(cut.file)
		const { height } = await sharp(scene).metadata()
		const side = Math.floor(cut.side * height)
		const region = { left: Math.round(cut.left * height), top: Math.round(cut.top * height), width: side, height: side }
		const square = sharp(scene).removeAlpha().extract(region).resize(640, 640)
		writeFileSync(join(mediaFolder, `${name}.jpg`), await square.jpeg({ quality: 80, mozjpeg: true }).toBuffer())
	}
}

/** Encodes the frames of a full turn (turn-000.png…) as a silent loop of 480 pixels, with the first frame as the poster. */
export async function writeFeedVideo(rawFolder: string): Promise<void> {
	const video = join(mediaFolder, 'turn-rosado.mp4')
	const encoding = '-c:v libx264 -preset slow -crf 20 -pix_fmt yuv420p -movflags +faststart -an'.split(' ')
	const input = ['-framerate', '12', '-i', join(rawFolder, 'turn-%03d.png')]
	execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', 'scale=480:480', ...encoding, video])
	const poster = sharp(join(rawFolder, 'turn-000.png')).removeAlpha().resize(480, 480)
	const bytes = await poster.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
	writeFileSync(join(mediaFolder, 'turn-rosado-poster.jpg'), bytes)
}
