import type { MultipartFile } from '@fastify/multipart'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Failure, fail, orRefuse, refuse } from '#core/contract/failure.ts'
import { maxProofsPerOrder } from '#core/rules/limits.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { networkOf } from '#core/server/http/addresses.ts'
import { kindBytes, type PictureDecoder, pictureKind, type Undrawn } from '#core/server/pictures/picture-decoder.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { readForm } from '#core/server/uploads/receive-photo.ts'
import { createUploadSlots, followArrival } from '#core/server/uploads/upload-slots.ts'
import type { Context } from '#modules/lists/context.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { reviewUntil } from '#modules/orders/hold-times.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { reopeningProblem } from '#modules/orders/server/order-hold.ts'
import { mailProofReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { correos, type OrderRow } from '#modules/orders/tables.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** A form with the largest proof: the picture plus field names and boundaries. */
export const maxFormBytes = maxProofBytes + 64 * 1024

interface ReceivedProof {
	readonly orden_id: string
	readonly bytes: Uint8Array
}

type CheckOrder = (orderId: string) => Promise<void>

/**
 * Receives proofs of transfer. The order is checked before the picture is read; forms that name it last have separate
 * upload slots.
 */
export function createProofReceiver() {
	const ofKnownOrders = createUploadSlots({ max: 16, maxOfNetwork: 8 })
	const ofUnknownOrders = createUploadSlots({ max: 8, maxOfNetwork: 4 })

	/** Calls `keep` with the form's proof in memory. Refuses anything but one picture of an order that `checkOrder` accepts. */
	return async <T>(
		request: FastifyRequest,
		checkOrder: CheckOrder,
		keep: (proof: ReceivedProof) => Promise<T>,
	): Promise<T> => {
		if (!request.isMultipart()) refuse('comprobante_falta')
		if (declaredBytes(request) > maxFormBytes) refuse('comprobante_grande')
		const arrival = followArrival(request.raw, maxFormBytes)
		let isOver = false
		let release = () => {}
		const takePlace = async (isKnownOrder: boolean) => {
			const places = isKnownOrder ? ofKnownOrders : ofUnknownOrders
			const releasePlace = isOver ? () => {} : await places.take(networkOf(request.ip), arrival)
			if (isOver) releasePlace()
			else release = releasePlace
		}
		const check: CheckOrder = (orderId) => arrival.notCounting(() => checkOrder(orderId))
		try {
			const form = readForm(() => readProof(request, check, takePlace))
			return await keep(await Promise.race([form, arrival.ended]))
		} finally {
			isOver = true
			release()
			arrival.finish()
		}
	}
}

const declaredBytes = (request: FastifyRequest) => Number(request.headers['content-length'] ?? 0)

/** Reads the picture and the order's id in either order. */
async function readProof(
	request: FastifyRequest,
	checkOrder: CheckOrder,
	takePlace: (isKnownOrder: boolean) => Promise<void>,
): Promise<ReceivedProof> {
	let bytes: Uint8Array | undefined
	let orden_id: string | undefined
	for await (const part of request.parts()) {
		if (part.type === 'field') {
			if (part.fieldname !== 'orden_id') continue
			const named = String(part.value)
			await checkOrder(named)
			orden_id = named
		} else if (part.fieldname === 'comprobante') {
			await takePlace(orden_id !== undefined)
			bytes = await readPicture(request, part)
		} else part.file.resume()
	}
	if (!bytes || bytes.length === 0) refuse('comprobante_falta')
	if (orden_id === undefined) refuse('orden_desconocida')
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
		refuse(declaredBytes(request) > maxProofBytes ? 'comprobante_grande' : 'comprobante_no_imagen')
	}
	for await (const chunk of file) {
		chunks.push(chunk)
		length += chunk.length
		if (length > maxProofBytes) refuse('comprobante_grande')
		if (!isJudged && length >= kindBytes) judge()
	}
	if (file.truncated) refuse('comprobante_grande')
	if (!isJudged && length > 0) judge()
	return Buffer.concat(chunks)
}

/** Photos of 50 megapixels pass; larger ones use too much memory. A whole chat as one picture stays readable. */
const drawing = { maxPixels: 25_000_000, maxWidth: 2400, maxHeight: 7200, quality: 82 }
const undrawn: Readonly<Record<Undrawn, Failure>> = {
	unreadable: fail('comprobante_no_imagen'),
	incomplete: fail('comprobante_incompleto'),
	too_many_pixels: fail('comprobante_grande', {
		text: 'La imagen del comprobante tiene demasiados píxeles. Envía una captura de pantalla o una foto más pequeña.',
	}),
	too_small: fail('comprobante_no_imagen'),
	too_costly: fail('comprobante_ilegible'),
}

interface ProofDeps extends Context {
	readonly files: Files
	readonly pictures: PictureDecoder
}

/**
 * Stores a proof as a re-encoded picture, without metadata or hidden content. Moves the order to `en_revision`, with
 * mails. An expired order reserves its stock again if allowed: the money was probably sent. Refuses as `findProofOrder`
 * does, and with `comprobante_no_imagen`, `comprobante_incompleto`, `comprobante_grande` or `comprobante_ilegible`.
 */
export async function uploadProof(deps: ProofDeps, { orden_id, bytes }: ReceivedProof) {
	const { db, files } = deps
	// Proofs decoded in parallel may have used the order's last place.
	const picture = await deps.pictures.draw(bytes, drawing, async () => void (await findProofOrder(deps, orden_id)))
	if (typeof picture === 'string') return orRefuse(undrawn[picture])
	const id = deps.newId()
	const archivo = `comprobantes/${id}.webp`
	await files.put(archivo, picture, 'image/webp')
	try {
		await db.transaction(async (tx) => {
			const order = await checkOrder(tx, orden_id)
			await tx.insert(comprobantes).values({ id, orden_id: order.id, archivo, bytes: picture.length })
			await putUnderReview(deps, tx, order)
			// An unsent request for another proof is obsolete with this one.
			if (order.comprobante_rechazado !== null) {
				const isRequest = and(eq(correos.orden_id, order.id), eq(correos.plantilla, 'comprobante_rechazado'))
				await tx.delete(correos).where(and(isRequest, isNull(correos.enviado_at)))
			}
			await mailProofReceived(deps, tx, order, id)
		})
	} catch (error) {
		// When the commit's answer was lost, the proof may be stored: an orphaned file is better than a missing one.
		const stored = await db.select({ id: comprobantes.id }).from(comprobantes).where(eq(comprobantes.id, id))
		if (stored.length === 0) await files.delete(archivo)
		throw error
	}
	const message = 'Recibimos tu comprobante. Lo revisaremos y te avisaremos por correo.'
	return { message, estado: 'en_revision' as const }
}

/**
 * Moves an order to `en_revision`. An expired one reserves its stock again, unless it is short, its limits forbid it,
 * its last end has passed or an earlier proof was reviewed: then staff decide.
 */
async function putUnderReview(deps: Context, tx: Transaction, order: OrderRow): Promise<void> {
	const now = deps.clock.now()
	const settings = await readSettings(tx)
	const move = { estado: 'en_revision', actorId: null, why: 'comprobante_recibido' } as const
	const expires_at = reviewUntil(order, now, settings)
	const isOver = order.estado !== 'en_revision' && expires_at !== null && expires_at <= now
	const isRefused =
		order.atencion === 'revision_vencida' ||
		isOver ||
		(await reopeningProblem(deps, tx, order, settings, now)) !== undefined
	const shortage = isRefused ? undefined : await transitionOrder(deps, tx, order, { ...move, set: { expires_at } })
	if (!isRefused && !shortage) return
	const atencion = isRefused ? 'comprobante_sin_reserva' : 'comprobante_sin_stock'
	const set = { expires_at: null, atencion } as const
	await transitionOrder(deps, tx, order, { ...move, set, withoutStock: true })
	await mailStaffCase(deps, tx, order, { motivo: atencion })
}

/**
 * Returns the order of a proof. Refuses with `orden_desconocida`, with `comprobante_no_corresponde` for anything but an
 * open transfer, and with `comprobantes_completos` for one with its maximum of proofs.
 */
export async function findProofOrder({ db }: Pick<Context, 'db'>, orderId: string): Promise<OrderRow> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	return await db.transaction((tx) => checkOrder(tx, orderId))
}

async function checkOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
	const order = (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida')
	const waits = order.estado === 'pendiente' || order.estado === 'en_revision' || order.estado === 'fallida'
	if (order.metodo_pago !== 'transferencia' || !waits || isAnonymized(order)) refuse('comprobante_no_corresponde')
	const counted = and(eq(comprobantes.orden_id, orderId), isNull(comprobantes.rechazado_at))
	const [held] = await tx.select({ n: count() }).from(comprobantes).where(counted)
	if ((held?.n ?? 0) >= maxProofsPerOrder) refuse('comprobantes_completos')
	return order
}
