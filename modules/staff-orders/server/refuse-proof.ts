import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { laterEnd, refusedProofHours } from '#modules/orders/hold-times.ts'
import { isAnonymized } from '#modules/orders/is-anonymized.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { mailProofRefused } from '#modules/orders/server/order-mails.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { actOnOrder, checkAction } from '#modules/staff-orders/server/act-on-order.ts'
import { isProofCase } from '#modules/staff-orders/server/confirm-transfer.ts'
import { clearCase } from '#modules/staff-orders/server/resolve-case.ts'
import { failShort } from '#modules/staff-orders/server/set-estado.ts'
import { makeUndoable } from '#modules/staff-orders/server/undoable-change.ts'

/**
 * Refuses the proofs of a transfer under review: its order is `pendiente` again and reserves stock for at least a day;
 * the mail has the reason. Idempotent. Fails with `accion_no_corresponde`, and with `sin_stock` when its units were
 * returned and sold.
 */
export async function refuseProof(deps: StaffDeps, actorId: number, orderId: string, motivo: string) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		if (order.estado === 'pendiente' && order.comprobante_rechazado === motivo) return undefined
		const wrong = await checkAction(tx, 'rechazar_comprobante', order)
		if (wrong) return wrong
		// The customer deleted the account: the mail has no reader.
		if (isAnonymized(order)) return fail('accion_no_corresponde')
		return await makeUndoable(deps, tx, order, (held) => refuse(held, tx, order, { actorId, motivo }))
	})
}

async function refuse(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ actorId, motivo }: { actorId: number; motivo: string },
): Promise<Failure | undefined> {
	const now = deps.clock.now()
	const renewed = new Date(now.getTime() + refusedProofHours * 3_600_000)
	// Without reserved stock, the expiry waits for staff and is not extended.
	const expires_at = order.stock_tomado ? laterEnd(order, renewed) : renewed
	const shortage = await transitionOrder(deps, tx, order, {
		estado: 'pendiente',
		actorId,
		why: 'comprobante_rechazado',
		set: { expires_at, comprobante_rechazado: motivo },
	})
	if (shortage) return failShort(shortage)
	await tx
		.update(comprobantes)
		.set({ rechazado_at: now })
		.where(and(eq(comprobantes.orden_id, order.id), isNull(comprobantes.rechazado_at)))
	await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: 'nota', despues: motivo })
	const pending = await lockOrder(tx, order.id)
	if (!pending) return fail('orden_desconocida')
	await mailProofRefused(deps, tx, pending, { motivo, version: order.version })
	return isProofCase(pending.atencion) ? await clearCase(tx, pending, actorId) : undefined
}
