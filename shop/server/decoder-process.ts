/** Draws one picture from its input and exits. A process, because native decoders cannot be stopped within one. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { type DecoderOrder, type Drawing, decoderExit, packFiles } from '#core/server/pictures/drawing.ts'
import { drawings } from '#modules/lists/drawings.ts'

const watchEveryMs = 20
const order: DecoderOrder = JSON.parse(process.argv[2] ?? '')

// Signals to the whole process group are ignored: the shop ends this process when it no longer needs it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Decoding runs on another thread, so that this timer still runs. Only SIGKILL ends native code.
setInterval(() => {
	const { user, system } = process.cpuUsage()
	const isTooMuch = process.memoryUsage.rss() > order.bounds.memoryBytes || (user + system) / 1000 > order.bounds.cpuMs
	if (isTooMuch) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs).unref()

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
	operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** A JPEG is decoded at half its size, or less, where that is enough for the drawing: a quarter of the memory. */
const pixelsOf = ({ maxPixels }: Drawing, format: string) => (format === 'jpeg' ? 4 * maxPixels : maxPixels)

/** Returns the drawing, or the exit code without one. */
async function draw(bytes: Buffer): Promise<Buffer | number> {
	try {
		const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
		const maxPixels = order.what === 'one' ? pixelsOf(order.drawing, format) : order.maxPixels
		if (width * height > maxPixels) return decoderExit.tooManyPixels
		if (order.what === 'files') {
			const files = await drawings[order.drawing]?.(bytes, maxPixels)
			return files ? packFiles(files) : decoderExit.tooSmall
		}
		const { maxWidth, maxHeight, quality } = order.drawing
		return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
			.rotate()
			.resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
			.webp({ quality })
			.toBuffer()
	} catch {
		// An undecodable file is no picture; its sender gets an error.
		return decoderExit.unreadable
	}
}

const drawn = await draw(await buffer(process.stdin))
if (typeof drawn === 'number') process.exit(drawn)
process.stdout.end(drawn)
