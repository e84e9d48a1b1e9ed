import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { devoluciones } from '#server/db/tables/payments.ts'
import { lockOrder, type OrderRow } from '#server/orders/move-order.ts'
import { mailRefundDone, mailStaffCase } from '#server/orders/order-mails.ts'
import type { RefundOutcome } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

export type RefundRow = typeof devoluciones.$inferSelect

/** How sending or asking ended: as the gateway told, or with nobody knowing. */
export type RefundEnd = RefundOutcome | { readonly estado: 'en_duda' }

const estadoOf = { hecho: 'hecha', pendiente: 'en_curso', rechazado: 'rechazada', en_duda: 'en_duda' } as const

/**
 * Writes down what a gateway answered about a refund, with the mail to the customer when the money is on its way and the case
 * for staff when it was refused or nobody knows. A refund that is over stays as it is. With `reserva` it counts only for whoever
 * still holds the claim: what is no good news about money may not overtake another's good news.
 */
export async function closeRefund(
	deps: PaymentDeps,
	refund: RefundRow,
	end: RefundEnd,
	reserva?: string,
): Promise<void> {
	const estado = estadoOf[end.estado]
	const told = end.estado === 'en_duda' ? '' : end.devolucion_id
	const isOpen = inArray(devoluciones.estado, ['pedida', 'enviando', 'en_curso', 'en_duda'])
	const holds: SQL | undefined = reserva === undefined ? undefined : eq(devoluciones.reserva, reserva)
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, refund.orden_id)
		const changed = await tx
			.update(devoluciones)
			.set({
				estado,
				devolucion_id: told || refund.devolucion_id,
				reserva: null,
				reservada_hasta: null,
				updated_at: deps.clock.now(),
			})
			.where(and(eq(devoluciones.id, refund.id), isOpen, holds))
			.returning({ id: devoluciones.id })
		if (!order || changed.length === 0 || estado === refund.estado) return
		await tellOfRefund(deps, tx, order, { ...refund, estado })
	})
}

async function tellOfRefund(deps: PaymentDeps, tx: Transaction, order: OrderRow, refund: RefundRow): Promise<void> {
	const { estado, usuario_id, monto } = refund
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id,
		accion: `devolucion_${estado}`,
		despues: monto,
	})
	if (estado === 'hecha') await mailRefundDone(tx, deps.mail, order, refund)
	const isForStaff = estado === 'rechazada' || estado === 'en_duda'
	// What staff were asked to find out is known now.
	const isFoundOut = !isForStaff && order.atencion === 'devolucion_en_duda'
	if (isForStaff || isFoundOut) {
		await tx
			.update(ordenes)
			.set({ atencion: isForStaff ? `devolucion_${estado}` : null })
			.where(eq(ordenes.id, order.id))
	}
	if (isForStaff) await mailStaffCase(tx, deps.mail, order, `devolucion_${estado}`)
}
