import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { type GatewayMethod, gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { reconcileAgeLimitHours } from '#domain/payments/reconcile.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import { type CircuitBreaker, createCircuitBreaker, pollEach } from '#server/payments/circuit-breaker.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'
import { postponePoll } from '#server/payments/postpone-poll.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

/** How many orders of one gateway are asked about in a round. */
const atMost = 1000

/** How long past its end an order still waits for a gateway that does not answer whether it was paid. */
const silentGatewayHours = 2

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/**
 * Of a joined order and attempt: the order is over, and its gateway has not told since whether the attempt was paid. What is
 * older than a week, or of a gateway that is switched off, is not waited for.
 */
export function awaitsGateway(deps: PaymentContext, now: Date): SQL | undefined {
	const { gateway, gateway_ref, created_at, respondida_at } = intentosPago
	return and(
		inArray(ordenes.metodo_pago, [...gatewayMethods]),
		gt(ordenes.expires_at, hoursBefore(now, silentGatewayHours)),
		inArray(gateway, [...deps.gateways.keys()]),
		isNotNull(gateway_ref),
		gt(created_at, hoursBefore(now, reconcileAgeLimitHours)),
		sql`(${respondida_at} is null or ${respondida_at} < ${ordenes.expires_at})`,
	)
}

/**
 * Asks the gateways, each by itself, about the unpaid orders whose time is over. One that cannot be asked about is asked about
 * again in the next round, after the others.
 */
export async function pollOverduePayments(deps: PaymentContext, now: Date): Promise<void> {
	const breaker = createCircuitBreaker()
	await Promise.all([...deps.gateways.keys()].map((gateway) => askGateway(deps, gateway, now, breaker)))
}

async function askGateway(
	deps: PaymentContext,
	gateway: GatewayMethod,
	now: Date,
	breaker: CircuitBreaker,
): Promise<void> {
	const { sin_respuesta, consultar_at } = intentosPago
	const isOver = and(eq(ordenes.estado, 'pendiente'), lte(ordenes.expires_at, now))
	const due = await deps.db
		.select({ attempt: intentosPago })
		.from(ordenes)
		.innerJoin(intentosPago, eq(intentosPago.orden_id, ordenes.id))
		.where(and(isOver, eq(intentosPago.gateway, gateway), awaitsGateway(deps, now)))
		.orderBy(sql`${sin_respuesta} > 0`, asc(consultar_at))
		.limit(atMost)
	await pollEach(breaker, gateway, due, {
		atOnce: 5,
		ask: ({ attempt }) => settlePayment(deps, attempt.id),
		onFailed: ({ attempt }, error) => postponePoll(deps, attempt, error),
	})
}
