import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Failure, FailureAnswer, type FailureCode, fail, orRefuse } from '#core/contract/failure.ts'
import { networkOf } from '#core/server/http/addresses.ts'
import { kindBytes, pictureKind } from '#core/server/pictures/picture-decoder.ts'
import { readForm } from '#core/server/uploads/receive-photo.ts'
import { createUploadSlots, followArrival } from '#core/server/uploads/upload-slots.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'

/** A form with the largest proof: the picture plus field names and boundaries. */
export const maxFormBytes = maxProofBytes + 64 * 1024

export interface ReceivedProof {
	readonly orden_id: string
	readonly bytes: Uint8Array
}

interface Reading {
	readonly request: FastifyRequest
	readonly checkOrder: (orderId: string) => Promise<Failure | undefined>
	readonly takePlace: (isKnownOrder: boolean) => Promise<void>
}

const refuseWith = (code: FailureCode) => new FailureAnswer(fail(code))

/**
 * Receives proofs of transfer. The order is checked before the picture is read; forms that name it last have separate
 * upload slots.
 */
export function createProofReceiver() {
	const ofKnownOrders = createUploadSlots({ max: 16, maxOfNetwork: 8 })
	const ofUnknownOrders = createUploadSlots({ max: 8, maxOfNetwork: 4 })

	/**
	 * Calls `keep` with the form's proof in memory. Throws a FailureAnswer for anything but one picture of a valid order.
	 */
	return async <T>(
		request: FastifyRequest,
		checkOrder: Reading['checkOrder'],
		keep: (proof: ReceivedProof) => Promise<T>,
	): Promise<T> => {
		if (!request.isMultipart()) throw refuseWith('comprobante_falta')
		if (declaredBytes(request) > maxFormBytes) throw refuseWith('comprobante_grande')
		const arrival = followArrival(request.raw, maxFormBytes)
		let isOver = false
		let release = () => {}
		const takePlace = async (isKnownOrder: boolean) => {
			const places = isKnownOrder ? ofKnownOrders : ofUnknownOrders
			const releasePlace = isOver ? () => {} : await places.take(networkOf(request.ip), arrival)
			if (isOver) releasePlace()
			else release = releasePlace
		}
		const check: Reading['checkOrder'] = (orderId) => arrival.notCounting(() => checkOrder(orderId))
		try {
			const form = readForm(() => readProof({ request, checkOrder: check, takePlace }))
			const proof = await Promise.race([form, arrival.ended])
			return await keep(proof)
		} finally {
			isOver = true
			release()
			arrival.finish()
		}
	}
}

const declaredBytes = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0)

/** Reads the picture and the order's id in either order. */
async function readProof(reading: Reading): Promise<ReceivedProof> {
	let bytes: Uint8Array | undefined
	let orden_id: string | undefined
	for await (const part of reading.request.parts()) {
		if (part.type === 'field') {
			if (part.fieldname !== 'orden_id') continue
			const named = String(part.value)
			orRefuse(await reading.checkOrder(named))
			orden_id = named
		} else if (part.fieldname === 'comprobante') {
			await reading.takePlace(orden_id !== undefined)
			bytes = await readPicture(reading.request, part)
		} else part.file.resume()
	}
	if (!bytes || bytes.length === 0) throw refuseWith('comprobante_falta')
	if (orden_id === undefined) throw refuseWith('orden_desconocida')
	return { orden_id, bytes }
}

/** Reads a part's bytes, and validates the file type as soon as enough of them have arrived. */
async function readPicture(request: FastifyRequest, { file }: MultipartFile): Promise<Uint8Array> {
	const chunks: Buffer[] = []
	let length = 0
	let isJudged = false
	const judge = () => {
		isJudged = true
		if (pictureKind(Buffer.concat(chunks))) return
		throw refuseWith(declaredBytes(request) > maxProofBytes ? 'comprobante_grande' : 'comprobante_no_imagen')
	}
	for await (const chunk of file) {
		chunks.push(chunk)
		length += chunk.length
		if (length > maxProofBytes) throw refuseWith('comprobante_grande')
		if (!isJudged && length >= kindBytes) judge()
	}
	if (file.truncated) throw refuseWith('comprobante_grande')
	if (!isJudged && length > 0) judge()
	return Buffer.concat(chunks)
}
