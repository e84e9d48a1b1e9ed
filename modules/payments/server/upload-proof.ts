import { and, count, eq, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure, orRefuse } from '#core/contract/failure.ts'
import { maxProofsPerOrder } from '#core/rules/limits.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { PictureDecoder, Undrawn } from '#core/server/pictures/picture-decoder.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { Context } from '#modules/lists/context.ts'
import { type Estado, isAnonymized } from '#modules/orders/estado.ts'
import { reviewUntil } from '#modules/orders/hold-times.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { reopeningProblem } from '#modules/orders/server/order-hold.ts'
import { mailProofReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { correos, type OrderRow } from '#modules/orders/tables.ts'
import type { ReceivedProof } from '#modules/payments/server/receive-proof.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

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
 * mails. An expired order reserves its stock again if allowed: the money was probably sent.
 */
export async function uploadProof(
	deps: ProofDeps,
	{ orden_id, bytes }: ReceivedProof,
): Promise<{ message: string; estado: Estado } | Failure> {
	const picture = await deps.pictures.draw(bytes, drawing, async () => {
		// Proofs decoded in parallel may have used the order's last place.
		orRefuse(await findProofOrder(deps, orden_id))
	})
	if (typeof picture === 'string') return undrawn[picture]
	const id = deps.newId()
	const archivo = `comprobantes/${id}.webp`
	await deps.files.put(archivo, picture, 'image/webp')
	try {
		const stored = await deps.db.transaction(async (tx) => {
			const order = await checkOrder(tx, orden_id)
			if (isFailure(order)) return order
			await tx.insert(comprobantes).values({ id, orden_id: order.id, archivo, bytes: picture.length })
			await putUnderReview(deps, tx, order)
			await dropRefusalMail(tx, order)
			await mailProofReceived(deps, tx, order, id)
			const message = 'Recibimos tu comprobante. Lo revisaremos y te avisaremos por correo.'
			return { message, estado: 'en_revision' as const }
		})
		if (isFailure(stored)) await deps.files.delete(archivo)
		return stored
	} catch (error) {
		await deleteUnlessStored(deps, id, archivo)
		throw error
	}
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

/** An unsent request for another proof is obsolete with this one. */
async function dropRefusalMail(tx: Transaction, order: OrderRow): Promise<void> {
	if (order.comprobante_rechazado === null) return
	const { orden_id, plantilla, enviado_at } = correos
	const waits = and(eq(orden_id, order.id), eq(plantilla, 'comprobante_rechazado'), isNull(enviado_at))
	await tx.delete(correos).where(waits)
}

/** When the commit's answer was lost, the proof may be stored: an orphaned file is better than a missing one. */
async function deleteUnlessStored({ db, files }: { db: Context['db']; files: Files }, id: string, archivo: string) {
	const stored = await db.select({ id: comprobantes.id }).from(comprobantes).where(eq(comprobantes.id, id))
	if (stored.length === 0) await files.delete(archivo)
}

/** Returns the order of a proof. Fails when it is unknown, is no open transfer, or has its maximum of proofs. */
export async function findProofOrder({ db }: Pick<Context, 'db'>, orderId: string): Promise<OrderRow | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	return await db.transaction((tx) => checkOrder(tx, orderId))
}

async function checkOrder(tx: Transaction, orderId: string): Promise<OrderRow | Failure> {
	const order = await lockOrder(tx, orderId)
	if (!order) return fail('orden_desconocida')
	const waits = order.estado === 'pendiente' || order.estado === 'en_revision' || order.estado === 'fallida'
	if (order.metodo_pago !== 'transferencia' || !waits || isAnonymized(order)) return fail('comprobante_no_corresponde')
	const counted = and(eq(comprobantes.orden_id, orderId), isNull(comprobantes.rechazado_at))
	const [held] = await tx.select({ n: count() }).from(comprobantes).where(counted)
	return (held?.n ?? 0) >= maxProofsPerOrder ? fail('comprobantes_completos') : order
}
