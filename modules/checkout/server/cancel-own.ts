import { eq } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { settleOpenAttempts } from '#modules/checkout/server/pay-again.ts'
import { moneyHeld } from '#modules/orders/order-money.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { mailOrderCancelled } from '#modules/orders/server/order-mails.ts'
import { readHandRefunded, readPayments } from '#modules/orders/server/read-order-money.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

const silentText = 'No pudimos confirmar con el medio de pago que no pagaste. Intenta nuevamente en unos minutos.'
const inDoubtText = 'Tu pago está en proceso. Cuando sepamos si se hizo, lo verás en esta página.'

/**
 * Cancels the customer's own order while it waits for its payment, returns its stock and mails the customer. Idempotent.
 * Its gateway is polled first; a later payment becomes the case `orden_cancelada`. Refuses with `orden_desconocida` (also
 * for another customer's order), `orden_no_se_cancela` for one that is paid, under review, on its way or with a pending
 * payment, and `pago_no_disponible` while the gateway does not answer.
 */
export async function cancelOwnOrder(deps: PaymentContext, accountId: number, orderId: string): Promise<void> {
	await settleOpenAttempts(deps, { usuario_id: accountId }, orderId, { text: silentText })
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orderId)
		if (order?.user !== accountId) refuse('orden_desconocida')
		if (order.estado === 'cancelado') return
		if (order.estado !== 'pendiente') refuse('orden_no_se_cancela')
		for (const check of deps.hooks.cancelRequested) orRefuse(await check(tx, order))
		const payments = await readPayments(tx, orderId)
		const devuelto_a_mano = await readHandRefunded(tx, orderId)
		if (moneyHeld({ ...order, devuelto_a_mano }, payments) > 0) refuse('orden_no_se_cancela')
		const attempts = await tx.select().from(intentosPago).where(eq(intentosPago.orden_id, orderId))
		if (attempts.some(({ estado }) => estado === 'pendiente')) refuse('orden_no_se_cancela', { text: inDoubtText })
		const move = { estado: 'cancelado', actorId: accountId, why: 'cancelada', set: { expires_at: null } } as const
		await transitionOrder(deps, tx, order, move)
		await mailOrderCancelled(deps, tx, order, { motivo: '', por_devolver: 0, por_cliente: true })
	})
}
