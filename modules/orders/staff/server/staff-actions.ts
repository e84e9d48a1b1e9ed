import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { type CaseReason, isCaseReason } from '#core/rules/audit-actions.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { isForCustomer } from '#modules/lists/mails.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { refusedUntil } from '#modules/orders/hold-times.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { mailProofRefused } from '#modules/orders/server/order-mails.ts'
import { failShort, followBooks, lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { actOnOrder, checkAction, makeUndoable, moveBy } from '#modules/orders/staff/server/act-on-order.ts'
import { correos, type OrderRow, ordenes } from '#modules/orders/tables.ts'

/** Cases about the transfer alone, which the payment resolves. */
const proofCases: readonly (CaseReason | null)[] = [
	'comprobante_sin_stock',
	'comprobante_sin_reserva',
	'revision_vencida',
	'transferencia_en_puerta',
]

/**
 * Marks the order as paid by a received transfer, mails the customer and resolves a case about its proof. Idempotent.
 * Refuses with `accion_no_corresponde`, and with `sin_stock` when its units were returned and sold.
 */
export async function confirmTransfer(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) =>
		makeUndoable(deps, tx, order, async (held) => {
			const isDelivered = order.estado === 'completado'
			const isPaid = order.pagada_at !== null && (isDelivered || order.estado === 'pagada')
			const isDone = order.metodo_pago === 'transferencia' && isPaid
			await moveBy(held, tx, order, {
				action: 'confirmar_transferencia',
				estado: isDelivered ? 'completado' : 'pagada',
				actorId,
				why: 'transferencia_confirmada',
				isDone,
				undoableUntil: held.undoableUntil,
			})
			if (isDone) return
			// The state of a delivered order stays, so its move has no row.
			if (isDelivered) await auditOrder(tx, order.id, actorId, { accion: 'transferencia_confirmada' })
			if (proofCases.includes(order.atencion)) await clearCase(tx, order, actorId)
		}),
	)
}

/** Marks the units as handed to the customer. Idempotent. Refuses as `moveBy` does. */
export async function deliverOrder(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) =>
		makeUndoable(deps, tx, order, (held) =>
			moveBy(held, tx, order, {
				action: 'entregar',
				estado: 'completado',
				actorId,
				why: 'entregada',
				isDone: order.estado === 'completado',
				undoableUntil: held.undoableUntil,
			}),
		),
	)
}

/**
 * Refuses the proofs of a transfer under review: its order is `pendiente` again and reserves stock for a day, or
 * its first two where those last longer; the mail has the reason. Idempotent. Refuses with `accion_no_corresponde`, and
 * with `sin_stock` when its units were returned and sold.
 */
export async function refuseProof(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		if (order.estado === 'pendiente' && order.comprobante_rechazado === motivo) return
		await checkAction(tx, 'rechazar_comprobante', order)
		// The customer deleted the account: the mail has no reader.
		if (isAnonymized(order)) refuse('accion_no_corresponde')
		await makeUndoable(deps, tx, order, async (held) => {
			const now = deps.clock.now()
			const shortage = await transitionOrder(held, tx, order, {
				estado: 'pendiente',
				actorId,
				why: 'comprobante_rechazado',
				set: { expires_at: refusedUntil(order, now), comprobante_rechazado: motivo },
			})
			if (shortage) orRefuse(failShort(shortage))
			await tx
				.update(comprobantes)
				.set({ rechazado_at: now })
				.where(and(eq(comprobantes.orden_id, order.id), isNull(comprobantes.rechazado_at)))
			await auditOrder(tx, order.id, actorId, { accion: 'nota', despues: motivo })
			const pending = (await lockOrder(tx, order.id)) ?? refuse('orden_desconocida')
			await mailProofRefused(held, tx, pending, { motivo, version: order.version })
			if (proofCases.includes(pending.atencion)) await clearCase(tx, pending, actorId)
		})
	})
}

/**
 * Releases the delivery of an order stopped by a refund or dispute; the reason is in the audit log. Idempotent. Refuses
 * with `accion_no_corresponde` for an order not awaiting delivery.
 */
export async function releaseDelivery(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		if (order.entrega_liberada === 'dinero') return
		if (!order.entrega_detenida || !awaitsHandover(order)) {
			refuse('accion_no_corresponde', { extra: { estado: order.estado } })
		}
		await tx
			.update(ordenes)
			.set({ entrega_detenida: false, entrega_liberada: 'dinero', version: sql`${ordenes.version} + 1` })
			.where(eq(ordenes.id, order.id))
		await auditOrder(tx, order.id, actorId, { accion: 'entrega_liberada', detalle: motivo })
	})
}

/**
 * Resolves an order's case, which also releases a delivery without a measured distance; one stopped by a refund or
 * dispute stays stopped.
 */
export async function resolveCase(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		if (order.atencion !== null) await clearCase(tx, order, actorId)
	})
}

/**
 * Clears the case of a locked order. The next case is a transfer at the door while it is neither confirmed nor resolved,
 * the one that it replaced, or else money owed for a cancelled order, unless it was resolved.
 */
export async function clearCase(tx: Transaction, order: OrderRow, actorId: number): Promise<void> {
	const door = 'transferencia_en_puerta' satisfies CaseReason
	const { tipo, ref, accion, antes } = auditoria
	const isAboutDoor = or(eq(accion, door), and(eq(accion, 'caso_resuelto'), eq(antes, door)))
	const [last] = await tx
		.select({ accion, antes })
		.from(auditoria)
		.where(and(eq(tipo, 'orden'), eq(ref, order.id), isAboutDoor))
		.orderBy(desc(auditoria.id))
		.limit(1)
	let atencion: CaseReason | null = null
	if (last?.accion === door) {
		const isUnpaid = order.estado === 'completado' && order.metodo_pago === 'transferencia' && order.pagada_at === null
		if (order.atencion === door) atencion = isCaseReason(last.antes) ? last.antes : null
		else if (isUnpaid) atencion = door
	}
	const isMeasured = order.atencion === 'despacho_sin_medir' && order.entrega_liberada === null
	await tx
		.update(ordenes)
		.set({
			atencion,
			...(isMeasured && { entrega_liberada: 'sin_medir' }),
			version: sql`${ordenes.version} + 1`,
		})
		.where(eq(ordenes.id, order.id))
	await auditOrder(tx, order.id, actorId, { accion: 'caso_resuelto', campo: 'atencion', antes: order.atencion })
	if (isMeasured) await auditOrder(tx, order.id, actorId, { accion: 'entrega_liberada' })
	if (order.atencion !== 'falta_devolver') await followBooks(tx, order.id)
}

/** Adds a note of staff to the order's history, once per key and text. */
export async function addNote(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ texto, key }: { readonly texto: string; readonly key: string | undefined },
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const clave = key && createHash('sha256').update(`nota:${order.id}:${actorId}:${key}:${texto}`).digest('base64url')
		await auditOrder(tx, order.id, actorId, { accion: 'nota', despues: texto, ...(clave && { clave }) })
	})
}

/**
 * Resends a mail of the order to its current address: once per minute without a key, once for ever with the same key.
 * Refuses with `no_encontrado`, and with `accion_no_corresponde` for mails to staff and for anonymized customers.
 */
export async function resendMail(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ correo_id, key = deps.newId() }: { readonly correo_id: string; readonly key: string | undefined },
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const [mail] = await tx
			.select()
			.from(correos)
			.where(and(eq(correos.id, correo_id), eq(correos.orden_id, order.id)))
		if (!mail) refuse('no_encontrado')
		const { plantilla, datos } = mail
		if (!isForCustomer(mail) || isAnonymized(order)) {
			refuse('accion_no_corresponde', { text: 'Este correo no se puede volver a enviar.' })
		}
		const again = `reenvio:${order.id}:${plantilla}:`
		const clave = `${again}${createHash('sha256').update(`${actorId}:${key}`).digest('base64url')}`
		const [earlier] = await tx
			.select({ id: correos.id })
			.from(correos)
			.where(
				and(
					eq(correos.orden_id, order.id),
					or(
						eq(correos.clave, clave),
						sql`starts_with(${correos.clave}, ${again}) and ${correos.created_at} > now() - interval '1 minute'`,
					),
				),
			)
		if (earlier) return
		await deps.mail(tx, {
			clave,
			plantilla,
			destinatario: order.email,
			datos: datos as Record<string, unknown>,
			orden_id: order.id,
		})
		await auditOrder(tx, order.id, actorId, {
			accion: 'correo_reenviado',
			detalle: plantilla,
			despues: order.email,
		})
	})
}
