import { and, eq, ne, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context, NotifyContext } from '#modules/context.ts'
import { devoluciones, type PaymentRow } from '#modules/orders/payment-tables.ts'
import { followMoney } from '#modules/orders/server/follow-money.ts'

/**
 * Stores a refund of `monto` CLP and enqueues its job. The caller holds the order's row lock. Fails with
 * `devolucion_excede`.
 */
export async function requestRefund(
	deps: Pick<Context, 'newId' | 'clock'> & NotifyContext,
	tx: Transaction,
	pago: PaymentRow,
	refund: { monto: number; motivo: string; usuario_id: number | null },
): Promise<{ devolucion_id: string } | Failure> {
	const [given] = await tx
		.select({ monto: sql<number>`coalesce(sum(${devoluciones.monto}), 0)::int` })
		.from(devoluciones)
		.where(
			and(
				eq(devoluciones.gateway, pago.gateway),
				eq(devoluciones.pago_id, pago.pago_id),
				ne(devoluciones.estado, 'rechazada'),
			),
		)
	const already = Math.max(given?.monto ?? 0, pago.devuelto)
	if (refund.monto <= 0 || already + refund.monto > pago.monto) return fail('devolucion_excede')
	const id = deps.newId()
	const now = deps.clock.now()
	await tx.insert(devoluciones).values({
		id,
		gateway: pago.gateway,
		pago_id: pago.pago_id,
		orden_id: pago.orden_id,
		monto: refund.monto,
		motivo: refund.motivo,
		estado: 'pedida',
		usuario_id: refund.usuario_id,
		created_at: now,
		updated_at: now,
	})
	await followMoney(deps, tx, pago.orden_id)
	await deps.jobs.enqueue(tx, 'devolver_pago', { devolucion_id: id })
	await writeAudit(tx, {
		tipo: 'orden',
		ref: pago.orden_id,
		usuario_id: refund.usuario_id,
		accion: 'devolucion_pedida',
		detalle: refund.motivo,
		despues: refund.monto,
	})
	return { devolucion_id: id }
}
