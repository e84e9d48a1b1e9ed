import type { FastifyRequest } from 'fastify'
import { FailureAnswer, refuse } from '#core/contract/failure.ts'
import { maxPhotoBytes, photoField } from '#core/rules/limits.ts'
import { networkOf } from '#core/server/http/addresses.ts'
import { pictureKind } from '#core/server/pictures/picture-decoder.ts'
import { createUploadSlots, followArrival } from '#core/server/uploads/upload-slots.ts'

/** A form with the largest photo: the picture plus field name and boundaries. */
export const maxPhotoForm = maxPhotoBytes + 64 * 1024

/** Receives photos, of which a few are in memory at a time. */
export function createPhotoReceiver() {
	const slots = createUploadSlots({ max: 3, maxOfNetwork: 2 })

	/**
	 * Reads the form and passes its photo to `keep`. Throws a FailureAnswer (`foto_falta`, `foto_no_imagen`,
	 * `foto_grande`) for anything but one picture, and for a too slow upload.
	 */
	return async <T>(request: FastifyRequest, keep: (photo: Uint8Array) => Promise<T>): Promise<T> => {
		if (!request.isMultipart()) refuse('foto_falta')
		if (Number(request.headers['content-length'] ?? 0) > maxPhotoForm) refuse('foto_grande')
		const arrival = followArrival(request.raw, maxPhotoForm)
		const release = await slots.take(networkOf(request.ip), arrival)
		try {
			const form = readForm(() => readPhoto(request))
			return await keep(await Promise.race([form, arrival.ended]))
		} finally {
			release()
			arrival.finish()
		}
	}
}

async function readPhoto(request: FastifyRequest): Promise<Uint8Array> {
	const part = await request.file()
	if (part?.fieldname !== photoField) refuse('foto_falta')
	const chunks: Buffer[] = []
	for await (const chunk of part.file) chunks.push(chunk)
	if (part.file.truncated) refuse('foto_grande')
	const bytes = Buffer.concat(chunks)
	if (bytes.length === 0) refuse('foto_falta')
	if (!pictureKind(bytes)) refuse('foto_no_imagen')
	return bytes
}

/** Reads a form. Throws a FailureAnswer (`no_json`) for an unparsable one. */
export async function readForm<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read()
	} catch (error) {
		// Errors with a code have an answer of their own; the parser's others mean an unparsable form.
		if (error instanceof FailureAnswer || (error instanceof Error && 'code' in error)) throw error
		refuse('no_json')
	}
}
