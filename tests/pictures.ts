import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A JPEG of noise, whose decoding time grows with its pixels. */
export const aPhoto = (width = 400, height = 600) =>
	sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
		.jpeg()
		.toBuffer()

/** A JPEG of one colour. */
export const aPlain = (width: number, height: number, color = '#2e7d5b') =>
	sharp({ create: { width, height, channels: 3, background: color } })
		.jpeg()
		.toBuffer()

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type), data])
	const framed = Buffer.alloc(named.length + 8)
	framed.writeUInt32BE(data.length)
	named.copy(framed, 4)
	framed.writeUInt32BE(crc32(named), named.length + 4)
	return framed
}

/** A PNG of 1 MB with 150 compressed texts of more than 1 GB. */
export async function aPngOfTexts(): Promise<Buffer> {
	const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#abc' } })
		.png()
		.toBuffer()
	const text = deflateSync(Buffer.alloc(7_900_000, 'a'))
	const texts = Array.from({ length: 150 }, (_, n) => chunk('zTXt', Buffer.concat([Buffer.from(`k${n}\0\0`), text])))
	const headEnd = 33
	return Buffer.concat([png.subarray(0, headEnd), ...texts, png.subarray(headEnd)])
}
