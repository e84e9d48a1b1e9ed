import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { followMoney } from '#modules/orders/server/follow-money.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import { readPayments } from '#modules/payments/server/read-payments.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import { lockRefund } from '#modules/staff-orders/server/money/lock-refund.ts'
import { clearCase } from '#modules/staff-orders/server/resolve-case.ts'
import type { OrderDetail, RefundByTransferRequest } from '#modules/staff-orders/shapes/order-detail.ts'

/** Cases about a refund that was not made. */
const refundCases: readonly (string | null)[] = ['devolucion_vencida', 'devolucion_rechazada']

/**
 * Marks a lapsed or refused refund as made by transfer, and mails the customer. Idempotent. Fails with `no_encontrado`,
 * with `accion_no_corresponde` for a refund that is open or made, and with `devolucion_excede` when the payment's rest
 * is smaller, as after another refund.
 */
export async function refundByTransfer(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id }: RefundByTransferRequest,
): Promise<OrderDetail | Failure> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		if (isFailure(refund)) return refund
		if (refund.por_transferencia) return undefined
		if (refund.estado !== 'rechazada') {
			const text = 'Solo se paga por transferencia una devolución que la pasarela no hizo.'
			return fail('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const payments = await readPayments(tx, order.id)
		const isIts = (pago: (typeof payments)[number]) =>
			pago.gateway === refund.gateway && pago.pago_id === refund.pago_id
		if ((payments.find(isIts)?.devolvible ?? 0) < refund.monto) return fail('devolucion_excede')
		const made = { estado: 'hecha', por_transferencia: true, updated_at: deps.clock.now() } as const
		await tx.update(devoluciones).set(made).where(eq(devoluciones.id, refund.id))
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: 'devolucion_por_transferencia',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		await mailRefundDone(deps, tx, order, { ...refund, por_transferencia: true })
		return refundCases.includes(order.atencion) ? await clearCase(tx, order, actorId) : undefined
	})
}
