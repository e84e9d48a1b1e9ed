import { and, eq, inArray } from 'drizzle-orm'
import { type Failure, isFailure, refuse } from '#contract/failure.ts'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import { type GatewayMethod, isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import { isUuid } from '#server/http/uuid.ts'
import { answerOrder } from '#server/orders/answer-order.ts'
import { holdUntil } from '#server/orders/lifetimes.ts'
import { lockOrder, moveOrder, type OrderRow } from '#server/orders/move-order.ts'
import { createAttempt } from '#server/payments/create-attempt.ts'
import { GatewayRefused, GatewayUnavailable } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

export interface PayAgainDeps extends PaymentDeps {
	readonly publicUrl: string
	readonly offered: readonly GatewayMethod[]
}

/** Who pays: a logged-in customer, or whoever holds the signed link to the order. */
export type Payer = { readonly usuario_id: number } | 'enlace'

/**
 * Lets a customer pay an order again that is waiting or has failed: its bottles are taken once more if they went back, and a
 * fresh attempt is opened unless one can still be paid. The gateway is asked first whether it was paid after all.
 * Refuses with `orden_desconocida` (also for somebody else's order), `orden_no_se_paga`,
 * `sin_stock`, and `pago_no_disponible` while the gateway does not answer.
 */
export async function payAgain(deps: PayAgainDeps, who: Payer, orden_id: string): Promise<PlaceOrderAnswer | Failure> {
	if (!isUuid(orden_id)) return refuse('orden_desconocida')
	const asked = await deps.db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.orden_id, orden_id), inArray(intentosPago.estado, ['abierto', 'pendiente'])))
	try {
		for (const { id } of asked) await settlePayment(deps, id)
	} catch (error) {
		if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, orden_id }, 'a gateway does not tell whether an order was paid')
		return refuse('pago_no_disponible')
	}
	const payable = await deps.db.transaction(async (tx): Promise<OrderRow | Failure> => {
		const order = await lockOrder(tx, orden_id)
		if (!order || (who !== 'enlace' && order.user !== who.usuario_id)) return refuse('orden_desconocida')
		const { metodo_pago, estado } = order
		if (!isGatewayMethod(metodo_pago) || !deps.offered.includes(metodo_pago)) return refuse('metodo_no_disponible')
		if (estado !== 'pendiente' && estado !== 'fallida') return refuse('orden_no_se_paga')
		const now = deps.clock.now()
		const open = await tx
			.select({ expires_at: intentosPago.expires_at })
			.from(intentosPago)
			.where(and(eq(intentosPago.orden_id, orden_id), inArray(intentosPago.estado, ['creado', 'abriendo', 'abierto'])))
		if (estado === 'pendiente' && open.some(({ expires_at }) => expires_at > now)) return order
		const expires_at = holdUntil(metodo_pago, now)
		const shortage = await moveOrder(tx, deps.mail, order, {
			estado: 'pendiente',
			by: who === 'enlace' ? null : who.usuario_id,
			why: 'pago_reintentado',
			set: { expires_at },
		})
		if (shortage)
			return refuse('sin_stock', {
				text: `No hay stock disponible para el color ${shortage.color}.`,
				extra: { ...shortage },
			})
		const waiting: OrderRow = { ...order, estado: 'pendiente', expires_at }
		await createAttempt(tx, deps, waiting, metodo_pago)
		return waiting
	})
	return isFailure(payable) ? payable : await answerOrder(deps, payable)
}
