import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { aPhoto, aPlain, aPngOfTexts } from '#tests/pictures.ts'
import { createPictureDecoder } from './picture-decoder.ts'

const drawing = { maxPixels: 1_000_000, maxWidth: 100, maxHeight: 100, quality: 80 }
const folder = mkdtempSync(join(tmpdir(), 'decoder-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A decoder whose process runs `code` instead. */
function decoderThat(code: string, wallMs?: number) {
	const entry = join(folder, 'entry.mjs')
	writeFileSync(entry, code)
	return createPictureDecoder({ entry, ...(wallMs === undefined ? {} : { wallMs }) })
}
const forEver = 'for (;;);'

describe('a picture', () => {
	it('is re-encoded as a WebP that fits, from JPEG, PNG and WebP alone', async () => {
		const decoder = createPictureDecoder()
		const photo = await aPhoto(400, 200)
		for (const bytes of [photo, await sharp(photo).png().toBuffer(), await sharp(photo).webp().toBuffer()]) {
			const drawn = await decoder.draw(bytes, drawing)
			if (typeof drawn === 'string') throw new Error(drawn)
			expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 100, height: 50 })
		}
		expect(
			await decoder.draw(
				await sharp(await aPlain(1001, 1000))
					.png()
					.toBuffer(),
				drawing,
			),
		).toBe('too_many_pixels')
	})

	it('with four times the pixels is drawn when it is a JPEG, which is decoded at a reduced size', async () => {
		const decoder = createPictureDecoder()
		expect(await decoder.draw(await aPhoto(2000, 2000), drawing)).toBeInstanceOf(Uint8Array)
		expect(await decoder.draw(await aPlain(2001, 2000), drawing)).toBe('too_many_pixels')
	})

	it.each(['jpeg', 'png', 'webp'] as const)(
		'truncated as a %s is incomplete, and not of a wrong kind',
		async (format) => {
			const decoder = createPictureDecoder()
			const bytes = await sharp(await aPhoto(400, 200))
				.withMetadata({ orientation: 6 })
				.toFormat(format)
				.toBuffer()
			for (const part of [0.3, 0.7, 0.99]) {
				const cut = bytes.subarray(0, Math.floor(bytes.length * part))
				expect(await decoder.draw(cut, drawing)).toBe('incomplete')
			}
			const broken = Buffer.from(bytes)
			broken.fill(7, 20, 60)
			expect(await decoder.draw(broken, drawing)).not.toBe('incomplete')
		},
	)

	it.each(['gif', 'tiff', 'avif'] as const)('of the kind %s never reaches a decoder', async (format) => {
		const bytes = await sharp(await aPhoto(20, 20))
			.toFormat(format)
			.toBuffer()
		expect(await decoderThat(forEver).draw(bytes, drawing)).toBe('unreadable')
		expect(await decoderThat(forEver).draw(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), drawing)).toBe(
			'unreadable',
		)
	})

	it('with text chunks that unpack to a gigabyte is drawn without unpacking them', async () => {
		expect(await createPictureDecoder().draw(await aPngOfTexts(), drawing)).toBeInstanceOf(Uint8Array)
	})

	it('is not decoded when it is no longer needed at its turn', async () => {
		const unwanted = decoderThat(forEver).draw(await aPhoto(9, 9), drawing, () => Promise.reject(new Error('too late')))
		await expect(unwanted).rejects.toThrow('too late')
	})
})

describe('the decoder', () => {
	it('is killed by its parent when it does not end, and the next picture is drawn', async () => {
		const decoder = decoderThat(forEver, 500)
		const photo = await aPhoto(50, 50)
		expect(await decoder.draw(photo, drawing)).toBe('too_costly')
		const next = decoder.draw(photo, drawing, () => Promise.reject(new Error('its turn has come')))
		await expect(next).rejects.toThrow('its turn has come')
	})

	it.each([
		['memory', { memoryBytes: 1 }],
		['time', { cpuMs: 1 }],
	])('ends itself above its limit of %s', async (_what, bounds) => {
		const decoder = createPictureDecoder({ bounds })
		expect(await decoder.draw(await aPhoto(900, 900), drawing)).toBe('too_costly')
	})

	it('draws one picture at a time for parallel calls', async () => {
		const lock = JSON.stringify(join(folder, 'lock'))
		const alone = `import { openSync, unlinkSync } from 'node:fs'
			openSync(${lock}, 'wx')
			setTimeout(() => { unlinkSync(${lock}); process.stdout.write('a picture') }, 50)`
		const decoder = decoderThat(alone)
		const photo = await aPhoto(9, 9)
		const drawn = await Promise.all(Array.from({ length: 4 }, () => decoder.draw(photo, drawing)))
		expect(drawn.map(String)).toEqual(Array(4).fill(String(Buffer.from('a picture'))))
	})

	it('gets no environment of the shop', async () => {
		vi.stubEnv('SECRET_KEY', 'secreto')
		const drawn = await decoderThat('process.stdout.write(JSON.stringify(process.env))').draw(
			await aPhoto(9, 9),
			drawing,
		)
		vi.unstubAllEnvs()
		expect(Buffer.from(drawn).toString()).toContain('MALLOC')
		expect(Buffer.from(drawn).toString()).not.toContain('secreto')
	})

	it('throws when it cannot run at all, without blaming the picture', async () => {
		await expect(decoderThat('process.exit(9)').draw(await aPhoto(9, 9), drawing)).rejects.toThrow('ended with 9')
	})

	it('is killed when the shop stops, also while other calls wait', async () => {
		const decoder = decoderThat(forEver)
		const photo = await aPhoto(50, 50)
		const started = Promise.withResolvers<void>()
		const busy = expect(decoder.draw(photo, drawing, async () => started.resolve())).rejects.toThrow('servicio_ocupado')
		const waiting = expect(decoder.draw(photo, drawing)).rejects.toThrow('servicio_ocupado')
		await started.promise
		await decoder.close()
		await Promise.all([busy, waiting])
	})
})
