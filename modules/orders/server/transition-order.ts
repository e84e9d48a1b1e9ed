import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#core/rules/audit-actions.ts'
import type { CaseReason } from '#core/rules/case-reasons.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { returnStock, type Shortage, takeStock } from '#modules/catalog/server/hold-stock.ts'
import type { NotifyContext } from '#modules/context.ts'
import { type Estado, reservesStock, waitsForCustomer } from '#modules/orders/estado.ts'
import { announceSale } from '#modules/orders/server/announce-sale.ts'
import { followMoney } from '#modules/orders/server/follow-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'

const mayReserveUnpaid = (estado: Estado) => estado === 'pendiente' || estado === 'en_revision' || estado === 'fallida'

/** Reads an order and locks its row until `tx` ends. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRow | undefined> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId)).for('update')
	return order
}

/** A delivery without a measured distance is a case while the order may be delivered. */
function measuringCase(order: OrderRow, estado: Estado): Partial<Pick<OrderRow, 'atencion'>> {
	if (!order.despacho_sin_medir || order.entrega_liberada !== null) return {}
	if (reservesStock[estado]) return { atencion: order.atencion ?? 'despacho_sin_medir' }
	return order.atencion === 'despacho_sin_medir' ? { atencion: null } : {}
}

/**
 * Moves a locked order to another state with its stock: units leave stock when the new state reserves them and
 * return otherwise. Returns the shortage, having changed nothing, when units are missing. Throws for a stale
 * `order`: read it with lockOrder before each move. The only writer of `estado` and what depends on it. Notifies
 * staff once of a new sale.
 */
export async function transitionOrder(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	move: {
		estado: Estado
		actorId: number | null
		why: AuditAction | CaseReason
		set?: Partial<
			Pick<
				OrderRow,
				| 'expires_at'
				| 'pagada_at'
				| 'avisada_at'
				| 'pagado_a_mano'
				| 'atencion'
				| 'entrega_liberada'
				| 'total'
				| 'metodo_pago'
				| 'comprobante_rechazado'
			>
		>
		/** Moves without reserving stock when units are missing: for late payments that staff must settle. */
		withoutStock?: boolean
		/** No tax document is emitted before: until then the move can be undone. */
		undoableUntil?: Date
		/** A new dispute: its delivery is stopped, whatever staff decided before. */
		isNewDispute?: boolean
	},
): Promise<Shortage | undefined> {
	const needsStock = reservesStock[move.estado] && !order.stock_tomado && move.withoutStock !== true
	if (needsStock) {
		const shortage = await takeStock(deps, tx, order.id)
		if (shortage) return shortage
	}
	const givesBack = !reservesStock[move.estado] && order.stock_tomado
	if (givesBack) await returnStock(tx, order.id)
	const [moved] = await tx
		.update(ordenes)
		.set({
			...measuringCase(order, move.estado),
			...(!waitsForCustomer(move.estado) && { comprobante_rechazado: null }),
			...move.set,
			estado: move.estado,
			...(move.actorId === null ? {} : { cancelada_por: move.estado === 'cancelado' ? move.actorId : null }),
			stock_tomado: needsStock || (order.stock_tomado && !givesBack),
			// Set only while the order may reserve units unpaid.
			...(order.red !== null && !mayReserveUnpaid(move.estado) && { red: null }),
			version: sql`${ordenes.version} + 1`,
		})
		.where(and(eq(ordenes.id, order.id), eq(ordenes.version, order.version)))
		.returning()
	// A move from a stale state would count its units twice.
	if (!moved) throw new Error(`order ${order.id} was changed since it was read`)
	if (order.estado !== move.estado) {
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: move.actorId,
			accion: move.why,
			campo: 'estado',
			antes: order.estado,
			despues: move.estado,
		})
	}
	await announceSale(deps, tx, moved)
	const { undoableUntil: notBefore, isNewDispute = false } = move
	await followMoney(deps, tx, order.id, { notBefore, isNewDispute })
	return undefined
}
