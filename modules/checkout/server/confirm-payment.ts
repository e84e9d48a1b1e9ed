import { and, desc, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { confirmOrder } from '#modules/checkout/server/confirm-order.ts'
import type { ConfirmationAnswer } from '#modules/checkout/shapes.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import { GatewayRefused, GatewayUnavailable, type Hint } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'

/**
 * Reads the payment from the gateway after the customer's return, settles it and returns the order. The query is
 * only a hint. While the gateway does not answer, the order stays as it is and the reconciler polls on. `mayPoll`
 * limits the calls to the gateway, however often a page is loaded. Fails with `orden_desconocida` when the hint
 * leads to no attempt of this gateway.
 */
export async function confirmPayment(
	deps: PaymentContext,
	gatewayName: GatewayMethod,
	hint: Hint,
	{ mayPoll, ...settling }: { confirm?: boolean; gaveUp?: boolean; mayPoll: (attempt: AttemptRow) => Promise<boolean> },
): Promise<(ConfirmationAnswer & { orden_id: string }) | Failure> {
	const attempt = await findAttempt(deps, gatewayName, hint)
	if (!attempt) return fail('orden_desconocida')
	try {
		if (await mayPoll(attempt)) await settlePayment(deps, attempt.id, { pago_id: hint.pago_id, ...settling })
	} catch (error) {
		if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, intento_id: attempt.id }, 'a customer is back but the gateway does not answer')
	}
	const confirmation = await confirmOrder(deps, attempt.orden_id)
	return isFailure(confirmation) ? confirmation : { ...confirmation, orden_id: attempt.orden_id }
}

/** The attempt of a hint: by its id, by its order's id (the newest attempt), or by the gateway's reference. */
async function findAttempt(deps: PaymentContext, gateway: GatewayMethod, hint: Hint) {
	const ofGateway = eq(intentosPago.gateway, gateway)
	if (isUuid(hint.attempt_id)) {
		const { attempt_id } = hint
		const [byId] = await deps.db
			.select()
			.from(intentosPago)
			.where(and(ofGateway, eq(intentosPago.id, attempt_id)))
		if (byId) return byId
		const [byOrder] = await deps.db
			.select()
			.from(intentosPago)
			.where(and(ofGateway, eq(intentosPago.orden_id, attempt_id)))
			.orderBy(desc(intentosPago.created_at))
			.limit(1)
		return byOrder
	}
	if (!hint.gateway_ref) return undefined
	const [byRef] = await deps.db
		.select()
		.from(intentosPago)
		.where(and(ofGateway, eq(intentosPago.gateway_ref, hint.gateway_ref)))
	return byRef
}
