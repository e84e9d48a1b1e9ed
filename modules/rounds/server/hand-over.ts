import { orRefuse, refuse } from '#core/contract/failure.ts'
import { settledSeconds } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { cashProblem, cashToCollect } from '#modules/orders/handover.ts'
import { moveBy, restoreOrder } from '#modules/orders/staff/server/act-on-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { BeforeDelivery } from '#modules/rounds/tables.ts'

/** The fields of an order that is delivered on the word that it was paid by transfer. */
const doorTransfer = { metodo_pago: 'transferencia', pagada_at: null, atencion: 'transferencia_en_puerta' } as const

/**
 * Hands a locked order over, at a stop or at the station, and collects cash: `recibido` is the amount handed over, with
 * change. A cash order paid `por_transferencia`, as its customer says, is delivered unpaid and a case until staff confirm
 * the transfer; an older case goes to the history until then, and opens again. Returns what an undo needs and what was
 * collected in CLP, null without cash. Refuses with `cobro_incompleto` below the price, with `cobro_excesivo` for an
 * implausible amount, and as staff's delivery of an order does.
 */
export async function handOver(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{
		actorId,
		recibido = 0,
		por_transferencia = false,
	}: { readonly actorId: number; readonly recibido: number | undefined; readonly por_transferencia?: boolean },
) {
	const due = cashToCollect(order)
	const isUnpaid = por_transferencia && due > 0
	const isCash = due > 0 && !isUnpaid
	const text = isCash ? cashProblem(due, recibido) : undefined
	if (text !== undefined) {
		const extra = { campo: 'recibido', monto: due }
		refuse(recibido < due ? 'cobro_incompleto' : 'cobro_excesivo', { text, extra })
	}
	const undoableUntil = new Date(deps.clock.now().getTime() + settledSeconds * 1_000)
	const move = { action: 'entregar', estado: 'completado', why: 'entregada', isDone: false } as const
	const set = isUnpaid ? doorTransfer : {}
	orRefuse(await moveBy(deps, tx, order, { ...move, actorId, undoableUntil, set }))
	if (isUnpaid) {
		const { atencion } = doorTransfer
		const audit = { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: atencion } as const
		const replaced = order.atencion && { campo: 'atencion', antes: order.atencion, despues: atencion }
		await writeAudit(tx, { ...audit, ...replaced })
	}
	const antes: BeforeDelivery = {
		estado: order.estado,
		pagado_a_mano: order.pagado_a_mano,
		metodo_pago: order.metodo_pago,
		atencion: order.atencion,
		expires_at: order.expires_at?.toISOString() ?? null,
		pagada_at: order.pagada_at?.toISOString() ?? null,
	}
	return { antes, cobrado: isCash ? due : null, vuelto: isCash ? recibido - due : null }
}

/**
 * Restores a locked order as before the hand-over. Refuses with `accion_no_corresponde` for one that was changed or paid
 * since, and as `restoreOrder`.
 */
export async function undoHandover(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ antes: { atencion, ...antes }, actorId }: { readonly antes: BeforeDelivery; readonly actorId: number },
): Promise<void> {
	const isPaidSince =
		antes.metodo_pago === 'efectivo' && order.metodo_pago === 'transferencia' && order.pagada_at !== null
	if (order.estado !== 'completado' || isPaidSince) refuse('accion_no_corresponde', { extra: { estado: order.estado } })
	// Another case opened or was resolved after the hand-over.
	const isOwnCase = order.atencion === doorTransfer.atencion
	const restored = isOwnCase && atencion !== undefined ? { ...antes, atencion } : antes
	orRefuse(await restoreOrder(deps, tx, order, { antes: restored, actorId, why: 'entrega_deshecha' }))
}
