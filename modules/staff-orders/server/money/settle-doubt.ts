import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { devoluciones, type RefundRow } from '#modules/orders/payment-tables.ts'
import { followMoney } from '#modules/orders/server/follow-money.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import { acceptUntil } from '#modules/payments/refund-acceptance.ts'
import { areDoubtsResolved } from '#modules/payments/server/close-refund.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import { lockRefund } from '#modules/staff-orders/server/money/lock-refund.ts'
import { clearCase } from '#modules/staff-orders/server/resolve-case.ts'
import type { OrderDetail, SettleDoubtRequest } from '#modules/staff-orders/shapes/order-detail.ts'

/** The failure for a refund that is not in doubt. */
function noDoubt({ estado }: RefundRow): Failure {
	const known: Readonly<Record<string, string>> = { hecha: 'se hizo', rechazada: 'no se hizo' }
	const end = known[estado]
	const text = end
		? `Esta devolución ya no está en duda: la tienda sabe que ${end}.`
		: 'Esta devolución no está en duda: la tienda todavía la está haciendo.'
	return fail('accion_no_corresponde', { text, extra: { estado } })
}

/**
 * Until when a refund that staff found at its gateway may still lapse: reconcileRefunds then asks staff to look again.
 */
function stillToAccept({ gateway, enviada_at, created_at }: RefundRow, now: Date): Date | null {
	const end = acceptUntil(gateway, enviada_at ?? created_at)
	return end && end > now ? end : null
}

/**
 * Stores staff's answer about a refund in doubt. Made: the customer is mailed. Not made: its amount can be refunded
 * again, without a mail. Idempotent. Fails with `no_encontrado`, and with `accion_no_corresponde` for a refund that is
 * not in doubt. A later answer of the gateway takes precedence (closeRefund).
 */
export async function settleDoubt(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id, hecha }: SettleDoubtRequest,
): Promise<OrderDetail | Failure> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		if (isFailure(refund)) return refund
		const estado = hecha ? 'hecha' : 'rechazada'
		if (refund.estado !== 'en_duda') {
			return refund.estado === estado && refund.averiguado === estado ? undefined : noDoubt(refund)
		}
		const now = deps.clock.now()
		const aceptar_hasta = hecha ? stillToAccept(refund, now) : null
		const found = { estado, averiguado: estado, aceptar_hasta, updated_at: now } as const
		await tx.update(devoluciones).set(found).where(eq(devoluciones.id, refund.id))
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: hecha ? 'devolucion_averiguada_hecha' : 'devolucion_averiguada_no_hecha',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		if (hecha) await mailRefundDone(deps, tx, order, refund)
		return (await areDoubtsResolved(tx, order)) ? await clearCase(tx, order, actorId) : undefined
	})
}
