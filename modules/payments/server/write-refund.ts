import { and, eq, ne, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context, NotifyContext } from '#modules/lists/context.ts'
import type { RefundState } from '#modules/orders/payment-details.ts'
import { devoluciones, type PaymentRow, type RefundRow } from '#modules/orders/payment-tables.ts'
import { mailRefundDone, mailRefundToAccept, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { followMoney, lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { acceptUntil, hasLapsed } from '#modules/payments/refund-acceptance.ts'
import type { RefundOutcome } from '#modules/payments/server/gateways/gateway.ts'

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

/** The result of sending or reading: the gateway's, or unknown. */
type RefundEnd = RefundOutcome | { readonly estado: 'en_duda' }

const estadoOf = { hecho: 'hecha', pendiente: 'en_curso', rechazado: 'rechazada', en_duda: 'en_duda' } as const
type RefundEstado = (typeof estadoOf)[RefundEnd['estado']]

/** Results of a gateway that contradict staff's answer to a refund in doubt. */
const denials: Partial<Readonly<Record<RefundState, readonly RefundEstado[]>>> = {
	rechazada: ['hecha', 'en_curso'],
	// In doubt again: whether the payer accepted it in time is unknown.
	hecha: ['rechazada', 'en_duda'],
}

/**
 * Stores a gateway's result of a refund, with the customer's mail or the case for staff. A final refund stays, unless
 * only staff ended it and the gateway contradicts. With `reserva` only the claim's holder may store, so that no failure
 * overwrites another process's success.
 */
export async function closeRefund(deps: Context, refund: RefundRow, end: RefundEnd, reserva?: string): Promise<void> {
	const estado = estadoOf[end.estado]
	const reportedId = end.estado === 'en_duda' ? '' : end.devolucion_id
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, refund.orden_id)
		const [current] = await tx.select().from(devoluciones).where(eq(devoluciones.id, refund.id)).for('update')
		if (!order || !current || (reserva !== undefined && current.reserva !== reserva)) return
		const isOver = current.estado === 'hecha' || current.estado === 'rechazada'
		const now = deps.clock.now()
		const isLapsed = estado === 'rechazada' && hasLapsed(current.aceptar_hasta, now)
		const waitsForPayer = estado === 'en_curso' && current.estado !== 'en_curso'
		const aceptar_hasta = waitsForPayer ? acceptUntil(refund.gateway, now) : current.aceptar_hasta
		const isDenial = denials[current.estado]?.includes(estado) === true && current.averiguado === current.estado
		if (isOver && !isDenial) {
			// The gateway confirms staff's answer: with its id the refund needs no review any more.
			if (estado === current.estado && reportedId && !current.devolucion_id)
				await tx.update(devoluciones).set({ devolucion_id: reportedId }).where(eq(devoluciones.id, refund.id))
			return
		}
		await tx
			.update(devoluciones)
			.set({
				estado,
				devolucion_id: reportedId || current.devolucion_id,
				reserva: null,
				reservada_hasta: null,
				aceptar_hasta,
				updated_at: now,
			})
			.where(eq(devoluciones.id, refund.id))
		if (estado === current.estado) return
		await reportRefund(deps, tx, order, { ...current, estado, aceptar_hasta, isDenial, isLapsed })
		await followMoney(deps, tx, order.id)
	})
}

async function reportRefund(
	deps: Context,
	tx: Transaction,
	order: OrderRow,
	refund: RefundRow & { readonly estado: RefundEstado; readonly isDenial: boolean; readonly isLapsed: boolean },
): Promise<void> {
	const { id, estado, usuario_id, monto, isLapsed } = refund
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id,
		accion: isLapsed ? 'devolucion_vencida' : `devolucion_${estado}`,
		despues: monto,
	})
	if (estado === 'hecha') await mailRefundDone(deps, tx, order, refund)
	if (estado === 'en_curso') await mailRefundToAccept(deps, tx, order, { ...refund, isReminder: false })
	const atencion = (estado === 'hecha' && (await caseOfModules(deps, tx, order))) || caseOf(refund)
	if (atencion) {
		await tx.update(ordenes).set({ atencion }).where(eq(ordenes.id, order.id))
		await mailStaffCase(deps, tx, order, { motivo: atencion, cual: id })
	} else if (await areDoubtsResolved(tx, order)) {
		await tx.update(ordenes).set({ atencion: null }).where(eq(ordenes.id, order.id))
	}
}

/** The reason of a module for a staff case after a made refund, if any. */
async function caseOfModules({ hooks }: Context, tx: Transaction, order: OrderRow): Promise<CaseReason | undefined> {
	for (const caseAfter of hooks.refundMade) {
		const reason = await caseAfter(tx, order)
		if (reason) return reason
	}
	return undefined
}

/** The reason for a staff case after this result, if any. */
function caseOf({ estado, isDenial, isLapsed }: { estado: RefundEstado; isDenial: boolean; isLapsed: boolean }) {
	if (estado === 'en_duda') return 'devolucion_en_duda'
	if (estado === 'rechazada') return isLapsed ? 'devolucion_vencida' : 'devolucion_rechazada'
	// Staff may have refunded that money a second time.
	return isDenial ? 'devolucion_hecha_despues' : undefined
}

/** Whether an order is a case for a refund in doubt, and none of its refunds is in doubt any more. */
export async function areDoubtsResolved(tx: Transaction, order: OrderRow): Promise<boolean> {
	if (order.atencion !== 'devolucion_en_duda') return false
	const inDoubt = and(eq(devoluciones.orden_id, order.id), eq(devoluciones.estado, 'en_duda'))
	const found = await tx.select({ id: devoluciones.id }).from(devoluciones).where(inDoubt).limit(1)
	return found.length === 0
}
