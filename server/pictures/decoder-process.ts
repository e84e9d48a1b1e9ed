/** Draws one picture from its input and ends. A process, because native code that decodes cannot be stopped within one. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { drawBottle } from './bottle-pictures.ts'
import { type DecoderOrder, type Drawing, decoderExit, packFiles } from './drawing.ts'

const watchEveryMs = 20
const order: DecoderOrder = JSON.parse(process.argv[2] ?? '')

// A stop of the whole group is the shop's to carry out: it ends this process when it no longer waits for it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Decoding runs on a thread beside this one, which stays free to look. Nothing milder than SIGKILL ends native code.
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

/** A JPEG is decoded at half its size, or less, where that is enough for the picture drawn: the memory is that of a quarter. */
const pixelsOf = ({ maxPixels }: Drawing, format: string) => (format === 'jpeg' ? 4 * maxPixels : maxPixels)

/** Draws it, or gives the code to end with where there is nothing to draw. */
async function draw(bytes: Buffer): Promise<Buffer | number> {
	try {
		const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
		const maxPixels = order.what === 'one' ? pixelsOf(order.drawing, format) : order.maxPixels
		if (width * height > maxPixels) return decoderExit.tooManyPixels
		if (order.what === 'bottle') {
			const files = await drawBottle(bytes, maxPixels)
			return files ? packFiles(files) : decoderExit.tooSmall
		}
		const { maxWidth, maxHeight, quality } = order.drawing
		return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
			.rotate()
			.resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
			.webp({ quality })
			.toBuffer()
	} catch {
		// Whatever the decoder cannot read is no picture; whoever sent it is told so.
		return decoderExit.unreadable
	}
}

const drawn = await draw(await buffer(process.stdin))
if (typeof drawn === 'number') process.exit(drawn)
process.stdout.end(drawn)
