import { and, asc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { clp } from '#core/rules/money.ts'
import { devoluciones, intentosPago, pagos, type RefundRow } from '#modules/orders/payment-tables.ts'
import { type CircuitBreaker, createCircuitBreaker, pollEach } from '#modules/payments/server/circuit-breaker.ts'
import { closeRefund } from '#modules/payments/server/close-refund.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { sendRefund } from '#modules/payments/server/send-refund.ts'

const batch = 50

/** A refund untouched for this long has no job any more. */
const forsakenAfterMinutes = 90

/**
 * Settles every open refund, the longest untouched first: reads those pending and in doubt, and sends those without a
 * job. A failing one delays no other.
 */
export async function reconcileRefunds(deps: PaymentContext, breaker = createCircuitBreaker()): Promise<void> {
	await Promise.all([...deps.gateways.values()].map((gateway) => followRefundsOf(deps, gateway, breaker)))
}

async function followRefundsOf(deps: PaymentContext, gateway: Gateway, breaker: CircuitBreaker): Promise<void> {
	const now = deps.clock.now()
	const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
	const { estado, created_at, updated_at, aceptar_hasta, por_transferencia, devolucion_id } = devoluciones
	const open = await deps.db
		.select()
		.from(devoluciones)
		.where(
			and(
				eq(devoluciones.gateway, gateway.name),
				or(
					// A refund undecided after a day needs a person at the gateway: an hourly poll is enough.
					and(eq(estado, 'en_curso'), or(gt(created_at, ago(24 * 60)), lt(updated_at, ago(60)))),
					and(eq(estado, 'en_duda'), lt(updated_at, ago(60))),
					// Confirmed by staff alone, without the gateway's id, and its time to be accepted is over.
					and(eq(estado, 'hecha'), isNull(devolucion_id), eq(por_transferencia, false), lt(aceptar_hasta, now)),
					and(inArray(estado, ['pedida', 'enviando']), lt(updated_at, ago(forsakenAfterMinutes))),
				),
			),
		)
		.orderBy(asc(updated_at))
		.limit(batch)
	await pollEach(breaker, gateway.name, open, {
		// Two of one payment could be matched to the same refund of the gateway.
		atOnce: 1,
		poll: (refund) => follow(deps, gateway, refund),
		// A failed one is polled again after the others.
		onFailed: async (refund, error) => {
			deps.log.warn({ err: error, devolucion_id: refund.id }, 'a refund could not be followed')
			await touch(deps, refund)
		},
	})
}

async function follow(deps: PaymentContext, gateway: Gateway, refund: RefundRow): Promise<void> {
	const { devolucion_id, pago_id, monto } = refund
	// Staff found it at the gateway, which reports nothing: staff look up again whether it was accepted or lapsed.
	if (refund.estado === 'hecha') return await closeRefund(deps, refund, { estado: 'en_duda' })
	if (refund.estado === 'en_duda') return await pollAfterDoubt(deps, gateway, refund)
	if (refund.estado !== 'en_curso') return await sendRefund(deps, refund.id)
	if (!devolucion_id) return await touch(deps, refund)
	await closeRefund(deps, refund, await gateway.readRefund({ devolucion_id, pago_id, monto }))
}

/**
 * Only a success ends a doubt; staff know that the gateway shows nothing, and their answer (settleDoubt) ends the
 * polling.
 */
async function pollAfterDoubt(deps: PaymentContext, gateway: Gateway, refund: RefundRow): Promise<void> {
	const ofPayment = and(eq(pagos.gateway, refund.gateway), eq(pagos.pago_id, refund.pago_id))
	const [attempt] = await deps.db
		.select({ id: intentosPago.id, gateway_ref: intentosPago.gateway_ref })
		.from(pagos)
		.innerJoin(intentosPago, eq(intentosPago.id, pagos.intento_id))
		.where(ofPayment)
	if (!attempt) return
	const others = await deps.db
		.select({ devolucion_id: devoluciones.devolucion_id })
		.from(devoluciones)
		.where(and(eq(devoluciones.gateway, refund.gateway), eq(devoluciones.pago_id, refund.pago_id)))
	const reported = await gateway.findRefund({
		pago_id: refund.pago_id,
		attempt,
		monto: clp(refund.monto),
		devuelto_antes: refund.devuelto_antes,
		pedida_at: refund.created_at,
		known: others.flatMap(({ devolucion_id }) => devolucion_id ?? []),
	})
	if (typeof reported === 'object') return await closeRefund(deps, refund, reported)
	await touch(deps, refund)
}

async function touch(deps: PaymentContext, { id }: RefundRow): Promise<void> {
	await deps.db.update(devoluciones).set({ updated_at: deps.clock.now() }).where(eq(devoluciones.id, id))
}
