import { count, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { type Failure, isFailure, refuse } from '#contract/failure.ts'
import { isForgotten } from '#domain/orders/is-forgotten.ts'
import { maxProofBytes, maxProofsPerOrder } from '#domain/payments/proof-limits.ts'
import type { Transaction } from '#server/db/database.ts'
import { comprobantes } from '#server/db/tables/payments.ts'
import type { Files } from '#server/files/files.ts'
import { createTurns } from '#server/http/turns.ts'
import { isUuid } from '#server/http/uuid.ts'
import { lockOrder, moveOrder, type OrderRow } from '#server/orders/move-order.ts'
import { mailProofReceived, mailStaffCase } from '#server/orders/order-mails.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

/** A phone's photo of 24 megapixels passes; what is larger takes too much memory to decode. */
const maxPixels = 25_000_000
const tooManyPixels =
	'La imagen del comprobante tiene más de 25 megapíxeles. Envía una captura de pantalla o una foto más pequeña.'
const maxSidePixels = 2400
const acceptedFormats = ['jpeg', 'png', 'webp']

/** A picture of few bytes may take 100 MB and more while it is decoded, so one at a time. */
const inTurn = createTurns({ atOnce: 1, maxWaiting: 24 })

/**
 * Keeps a proof of transfer. What is stored is a new picture drawn from the uploaded one: nothing hidden in the file, no
 * metadata, no other format under a picture's name. The order goes to `en_revision`; staff and customer get a mail. An order
 * that had expired takes its bottles again if there are any; its money may well have been sent.
 */
export async function uploadProof(
	deps: PaymentDeps & { files: Files },
	upload: { orden_id: string | undefined; bytes: Uint8Array },
): Promise<{ message: string; estado: string } | Failure> {
	if (!isUuid(upload.orden_id)) return refuse('orden_desconocida')
	if (upload.bytes.length > maxProofBytes) return refuse('comprobante_grande')
	const before = await deps.db.transaction((tx) => checkOrder(tx, upload.orden_id ?? ''))
	if (isFailure(before)) return before
	const picture = await inTurn(async () => {
		// Those decoded before this one may have been the order's last.
		const still = await deps.db.transaction((tx) => checkOrder(tx, before.id))
		return isFailure(still) ? still : await redraw(upload.bytes)
	})
	if (isFailure(picture)) return picture
	const id = deps.newId()
	const archivo = `comprobantes/${id}.webp`
	await deps.files.put(archivo, picture, 'image/webp')
	try {
		const kept = await deps.db.transaction(async (tx) => {
			const order = await checkOrder(tx, before.id)
			if (isFailure(order)) return order
			await tx.insert(comprobantes).values({ id, orden_id: order.id, archivo, bytes: picture.length })
			const move = { estado: 'en_revision', by: null, why: 'comprobante_recibido', set: { expires_at: null } } as const
			const shortage = await moveOrder(tx, deps.mail, order, move)
			if (shortage) {
				await moveOrder(tx, deps.mail, order, {
					...move,
					withoutStock: true,
					set: { expires_at: null, atencion: 'comprobante_sin_stock' },
				})
				await mailStaffCase(tx, deps.mail, order, 'comprobante_sin_stock')
			}
			await mailProofReceived(tx, deps.mail, order, id)
			return { message: 'Recibimos tu comprobante. Lo revisaremos y te avisaremos por correo.', estado: 'en_revision' }
		})
		if (isFailure(kept)) await deps.files.delete(archivo)
		return kept
	} catch (error) {
		await deleteUnlessKept(deps, id, archivo)
		throw error
	}
}

/** Where the answer to the commit was lost, the proof may be kept all the same: a file too many is better than one too few. */
async function deleteUnlessKept({ db, files }: { db: PaymentDeps['db']; files: Files }, id: string, archivo: string) {
	const kept = await db.select({ id: comprobantes.id }).from(comprobantes).where(eq(comprobantes.id, id))
	if (kept.length === 0) await files.delete(archivo)
}

async function checkOrder(tx: Transaction, orden_id: string): Promise<OrderRow | Failure> {
	const order = await lockOrder(tx, orden_id)
	if (!order) return refuse('orden_desconocida')
	const waits = order.estado === 'pendiente' || order.estado === 'en_revision' || order.estado === 'fallida'
	if (order.metodo_pago !== 'transferencia' || !waits || isForgotten(order)) return refuse('comprobante_no_corresponde')
	const [held] = await tx.select({ n: count() }).from(comprobantes).where(eq(comprobantes.orden_id, orden_id))
	return (held?.n ?? 0) >= maxProofsPerOrder ? refuse('comprobantes_completos') : order
}

/** Decodes the picture and draws it anew as WebP. Refuses what is no JPEG, PNG or WebP picture that can be read. */
async function redraw(bytes: Uint8Array): Promise<Uint8Array | Failure> {
	try {
		const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
		if (!acceptedFormats.includes(format)) return refuse('comprobante_no_imagen')
		if (width * height > maxPixels) return refuse('comprobante_grande', { text: tooManyPixels })
		return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
			.rotate()
			.resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
			.webp({ quality: 82 })
			.toBuffer()
	} catch {
		// Whatever the decoder cannot read is no picture; the customer is told so.
		return refuse('comprobante_no_imagen')
	}
}
