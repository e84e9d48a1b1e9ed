import { and, asc, eq, lte } from 'drizzle-orm'
import type { JobData } from '#core/server/jobs/queues.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { applyDispute } from '#modules/disputes/server/apply-dispute.ts'
import type { DisputeKind } from '#modules/orders/payment-details.ts'
import { disputas, type PaymentRow, pagos } from '#modules/orders/payment-tables.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { CircuitBreaker, Gateway, ReportedDispute } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { createCircuitBreaker, pollEach } from '#modules/payments/server/poll-gateways.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'

/** Open disputes of one gateway polled per run. */
const batch = 50

/** Polls the gateways about open disputes, whose last notification may be lost. */
export async function reconcileDisputes(deps: PaymentContext, breaker = createCircuitBreaker()): Promise<void> {
	await Promise.all([...deps.gateways.values()].map((gateway) => followDisputesOf(deps, gateway, breaker)))
}

async function followDisputesOf(deps: PaymentContext, gateway: Gateway, breaker: CircuitBreaker): Promise<void> {
	const now = deps.clock.now()
	const due = await deps.db
		.select()
		.from(disputas)
		.where(and(eq(disputas.gateway, gateway.name), lte(disputas.consultar_at, now)))
		.orderBy(asc(disputas.consultar_at))
		.limit(batch)
	await pollEach(breaker, gateway.name, due, {
		atOnce: 1,
		poll: (dispute) => readDispute(deps, gateway, dispute),
		onFailed: async ({ tipo, disputa_id }, error) => {
			deps.log.warn({ err: error, disputa_id }, 'a dispute could not be followed')
			const consultar_at = new Date(now.getTime() + 3_600_000)
			const isIt = and(eq(disputas.gateway, gateway.name), eq(disputas.tipo, tipo), eq(disputas.disputa_id, disputa_id))
			await deps.db.update(disputas).set({ consultar_at }).where(isIt)
		},
	})
}

/** Processes a notification of a dispute or of fraud. Throws GatewayUnavailable to be retried. */
export async function reconcileDispute(deps: PaymentContext, job: JobData['seguir_disputa']): Promise<void> {
	const gateway = deps.gateways.get(job.gateway)
	if (!gateway) return
	if (job.tipo !== 'fraude') return await readDispute(deps, gateway, job)
	const payment = await findPayment(deps, gateway, { pago_id: job.disputa_id, attempt_id: undefined })
	if (!payment) return deps.log.info({ pago_id: job.disputa_id }, 'a warning about a payment that is not ours')
	const about = { gateway: gateway.name, tipo: job.tipo, disputa_id: job.disputa_id, pago_id: payment.pago_id }
	await deps.db.transaction(async (tx) => {
		if (!(await lockOrder(tx, payment.orden_id))) return
		await applyDispute(deps, tx, payment.orden_id, {
			...about,
			estado: 'abierta',
			responder_hasta: null,
			cambiada_at: null,
		})
	})
}

/** Reads `disputa_id` from the gateway and stores it. A dispute of an unknown payment changes nothing. */
async function readDispute(
	deps: PaymentContext,
	gateway: Gateway,
	{ tipo, disputa_id }: { tipo: DisputeKind; disputa_id: string },
): Promise<void> {
	const reported = await gateway.readDispute?.({ tipo, disputa_id })
	// A known payment is settled after its dispute is stored, which has more details of the same event.
	const known = reported && (await writtenPayment(deps, gateway, reported.pago_id))
	const payment = known ?? (reported && (await findPayment(deps, gateway, reported)))
	if (!reported || !payment) return deps.log.info({ tipo, disputa_id }, 'a dispute about a payment that is not ours')
	const { estado, responder_hasta, cambiada_at } = reported
	await deps.db.transaction(async (tx) => {
		if (!(await lockOrder(tx, payment.orden_id))) return
		await applyDispute(deps, tx, payment.orden_id, {
			gateway: gateway.name,
			tipo,
			disputa_id,
			pago_id: payment.pago_id,
			estado,
			responder_hasta,
			cambiada_at,
			payment: reported.payment,
		})
	})
	if (known) await settlePayment(deps, known.intento_id, { pago_id: known.pago_id })
}

async function writtenPayment(
	deps: PaymentContext,
	gateway: Gateway,
	pago_id: string | undefined,
): Promise<PaymentRow | undefined> {
	if (pago_id === undefined) return undefined
	const isIt = and(eq(pagos.gateway, gateway.name), eq(pagos.pago_id, pago_id))
	const [known] = await deps.db.select().from(pagos).where(isIt)
	return known
}

/** Settles the payment of a dispute, which the shop may not know yet. */
async function findPayment(
	deps: PaymentContext,
	gateway: Gateway,
	{ pago_id, attempt_id }: Pick<ReportedDispute, 'pago_id' | 'attempt_id'>,
): Promise<PaymentRow | undefined> {
	const isIt = pago_id === undefined ? undefined : and(eq(pagos.gateway, gateway.name), eq(pagos.pago_id, pago_id))
	const known = await writtenPayment(deps, gateway, pago_id)
	const intento_id = known?.intento_id ?? attempt_id ?? (await gateway.identify({ pago_id }))
	if (!isUuid(intento_id)) return undefined
	await settlePayment(deps, intento_id, { pago_id })
	const ofAttempt = and(eq(pagos.gateway, gateway.name), eq(pagos.intento_id, intento_id))
	const [found] = await deps.db
		.select()
		.from(pagos)
		.where(isIt ?? ofAttempt)
		.orderBy(asc(pagos.destino))
	return found
}
