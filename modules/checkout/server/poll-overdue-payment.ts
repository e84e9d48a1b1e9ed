import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { reconcileAgeLimitHours } from '#modules/payments/reconcile.ts'
import { type CircuitBreaker, createCircuitBreaker, pollEach } from '#modules/payments/server/circuit-breaker.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { postponePoll } from '#modules/payments/server/postpone-poll.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'

/** Orders of one gateway polled per run. */
const atMost = 1000

/** Hours after the expiry that an order waits for a gateway that does not answer. */
const silentGatewayHours = 2

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/**
 * SQL condition on a joined order and attempt: the order is overdue, and its gateway has not answered since.
 * Attempts older than a week, or of a gateway that is switched off, do not wait.
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
 * Polls the gateways, each separately, about overdue unpaid orders. An attempt that cannot be read is polled again
 * in the next run, after the others.
 */
export async function pollOverduePayments(deps: PaymentContext, now: Date): Promise<void> {
	const breaker = createCircuitBreaker()
	await Promise.all([...deps.gateways.keys()].map((gateway) => pollGateway(deps, gateway, now, breaker)))
}

async function pollGateway(
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
		poll: ({ attempt }) => settlePayment(deps, attempt.id),
		onFailed: ({ attempt }, error) => postponePoll(deps, attempt, error),
	})
}
