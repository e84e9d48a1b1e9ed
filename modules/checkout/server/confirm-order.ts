import { and, desc, eq, type SQL } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { GatewayMethod, MetodoPago } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Database } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { confirmationMessage } from '#modules/checkout/confirmation.ts'
import type { ConfirmationAnswer } from '#modules/checkout/shapes.ts'
import { readConfirmationParts } from '#modules/lists/checkout-parts.ts'
import type { Context } from '#modules/lists/context.ts'
import { arrivalDay } from '#modules/orders/arrival.ts'
import { payableAgainUntil } from '#modules/orders/hold-times.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { readPaymentDetails } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { GatewayRefused, GatewayUnavailable, type Hint } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Reads the order for the success page. Refuses with `orden_desconocida`. */
export async function confirmOrder(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	orderId: string | undefined,
	metodoPago?: MetodoPago,
): Promise<ConfirmationAnswer> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order || (metodoPago !== undefined && order.metodo_pago !== metodoPago)) refuse('orden_desconocida')
	const linesOf = await readLines(db, [order.id])
	const arrival = arrivalDay(order, (await readSettings(db)).feriados)
	const llega_hasta = arrival !== null && arrival >= dayIn(clock.now()) ? arrival : null
	return {
		message: confirmationMessage({ ...order, llega_hasta }),
		estado: order.estado,
		orden_id: order.id,
		nro_orden: order.nro_orden,
		pagable_hasta: payableAgainUntil(order, clock.now())?.toISOString() ?? null,
		comprobante_rechazado: order.comprobante_rechazado,
		despacho: order.despacho,
		descuento: order.descuento,
		total: order.total,
		tipo_entrega: order.tipo_entrega,
		carrito: linesOf(order.id),
		...(await readConfirmationParts(db, order.id)),
		pago: await readPaymentDetails(db, order.id),
	}
}

/**
 * Reads the payment from the gateway after the customer's return, settles it and returns the id of its order; undefined
 * when the hint leads to no attempt of this gateway. The query is only a hint. While the gateway does not answer, the
 * order stays as it is and the reconciler polls on.
 */
export async function settleReturn(
	deps: PaymentContext,
	gatewayName: GatewayMethod,
	hint: Hint,
	settling: { readonly confirm?: boolean; readonly gaveUp?: boolean } = {},
): Promise<string | undefined> {
	const attempt = await findAttempt(deps.db, gatewayName, hint)
	if (!attempt) return undefined
	try {
		await settlePayment(deps, attempt.id, { pago_id: hint.pago_id, ...settling })
	} catch (error) {
		if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, intento_id: attempt.id }, 'a customer is back but the gateway does not answer')
	}
	return attempt.orden_id
}

/** The attempt of a hint: by its id, by its order's id (the newest attempt), or by the gateway's reference. */
async function findAttempt(db: Database, gateway: GatewayMethod, { attempt_id, gateway_ref }: Hint) {
	const newest = async (where: SQL) => {
		const attempts = db.select().from(intentosPago).orderBy(desc(intentosPago.created_at)).limit(1)
		const [found] = await attempts.where(and(eq(intentosPago.gateway, gateway), where))
		return found
	}
	if (isUuid(attempt_id)) {
		return (await newest(eq(intentosPago.id, attempt_id))) ?? (await newest(eq(intentosPago.orden_id, attempt_id)))
	}
	return gateway_ref ? await newest(eq(intentosPago.gateway_ref, gateway_ref)) : undefined
}
