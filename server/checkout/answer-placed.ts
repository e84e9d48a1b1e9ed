import { eq } from 'drizzle-orm'
import { type Failure, isFailure } from '#contract/failure.ts'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import { answerOrder } from '#server/checkout/answer-order.ts'
import { type PayAgainDeps, payAgain } from '#server/checkout/pay-again.ts'
import type { PlacedOrder } from '#server/checkout/place-order.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/**
 * Answers a placed order. A repeated request may find it paid, failed or cancelled: a waiting or failed order is
 * paid again and reserves its stock, a paid one leads to its confirmation. Fails with `orden_no_se_paga` for a
 * cancelled order, and as payAgain does.
 */
export async function answerPlaced(
	deps: PayAgainDeps,
	{ order, isRepetition }: PlacedOrder,
	accountId: number,
): Promise<PlaceOrderAnswer | Failure> {
	if (!isRepetition || !isGatewayMethod(order.metodo_pago)) return await answerOrder(deps, order)
	const again = await payAgain(deps, { usuario_id: accountId }, order.id)
	if (!isFailure(again) || again.failure !== 'orden_no_se_paga') return again
	const [settled] = await deps.db.select().from(ordenes).where(eq(ordenes.id, order.id))
	return settled && settled.estado !== 'cancelado' ? await answerOrder(deps, settled) : again
}
