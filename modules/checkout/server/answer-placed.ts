import { eq } from 'drizzle-orm'
import { type Failure, isFailure } from '#core/contract/failure.ts'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { answerOrder } from '#modules/checkout/server/answer-order.ts'
import { type PayAgainDeps, payAgain } from '#modules/checkout/server/pay-again.ts'
import type { PlacedOrder } from '#modules/checkout/server/place-order.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'

/**
 * Answers a placed order. A repeated request may find it paid, failed or cancelled: a waiting or failed order is
 * paid again and reserves its stock, a paid one leads to its confirmation. Fails with `orden_no_se_paga` for a
 * cancelled order, and as payAgain does.
 */
export async function answerPlaced(
	deps: PayAgainDeps,
	{ order, isRepetition }: PlacedOrder,
	accountId: number,
): Promise<PayableOrder | Failure> {
	if (!isRepetition || !isGatewayMethod(order.metodo_pago)) return await answerOrder(deps, order)
	const again = await payAgain(deps, { usuario_id: accountId }, order.id)
	if (!isFailure(again) || again.failure !== 'orden_no_se_paga') return again
	const [settled] = await deps.db.select().from(ordenes).where(eq(ordenes.id, order.id))
	return settled && settled.estado !== 'cancelado' ? await answerOrder(deps, settled) : again
}
