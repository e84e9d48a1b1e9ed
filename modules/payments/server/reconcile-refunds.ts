import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { clp } from '#core/rules/money.ts'
import type { Context } from '#modules/lists/context.ts'
import { devoluciones, intentosPago, pagos, type RefundRow } from '#modules/orders/payment-tables.ts'
import { mailRefundToAccept } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { acceptanceReminderDays } from '#modules/payments/refund-acceptance.ts'
import { type CircuitBreaker, type Gateway, GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { createCircuitBreaker, pollEach } from '#modules/payments/server/poll-gateways.ts'
import { closeRefund, sendRefund } from '#modules/payments/server/refunds.ts'

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
	const touch = ({ id }: RefundRow) =>
		deps.db.update(devoluciones).set({ updated_at: deps.clock.now() }).where(eq(devoluciones.id, id))
	await pollEach(breaker, gateway.name, open, {
		// Two of one payment could be matched to the same refund of the gateway.
		atOnce: 1,
		async poll(refund) {
			// Staff found it at the gateway, which reports nothing: staff look up again whether it was accepted or lapsed.
			if (refund.estado === 'hecha') return await closeRefund(deps, refund, { estado: 'en_duda' })
			if (refund.estado !== 'en_duda' && refund.estado !== 'en_curso') return await sendRefund(deps, refund.id)
			const reported = await readOpen(deps, gateway, refund)
			if (typeof reported === 'object') await closeRefund(deps, refund, reported)
			else await touch(refund)
		},
		// A failed one is polled again after the others.
		onFailed: async (refund, error) => {
			deps.log.warn({ err: error, devolucion_id: refund.id }, 'a refund could not be followed')
			await touch(refund)
		},
	})
}

/** Asks the gateway for the state of a pending or uncertain refund; undefined if it has no way to ask. */
async function readOpen(deps: PaymentContext, gateway: Gateway, refund: RefundRow) {
	const { devolucion_id, pago_id, monto } = refund
	if (refund.estado === 'en_curso')
		return devolucion_id ? await gateway.readRefund({ devolucion_id, pago_id, monto }) : undefined
	// Only a success ends a doubt; staff know that the gateway shows nothing, and their answer (settleDoubt) ends the
	// polling.
	const [attempt] = await deps.db
		.select({ id: intentosPago.id, gateway_ref: intentosPago.gateway_ref })
		.from(pagos)
		.innerJoin(intentosPago, eq(intentosPago.id, pagos.intento_id))
		.where(and(eq(pagos.gateway, refund.gateway), eq(pagos.pago_id, pago_id)))
	if (!attempt) return undefined
	const others = await deps.db
		.select({ devolucion_id: devoluciones.devolucion_id })
		.from(devoluciones)
		.where(and(eq(devoluciones.gateway, refund.gateway), eq(devoluciones.pago_id, pago_id)))
	return await gateway.findRefund({
		pago_id,
		attempt,
		monto: clp(monto),
		devuelto_antes: refund.devuelto_antes,
		pedida_at: refund.created_at,
		known: others.flatMap((other) => other.devolucion_id ?? []),
	})
}

const remindedAtOnce = 200

/** Reminds customers of refunds that lapse within two days without acceptance, once each. */
export async function remindOfRefunds(deps: Pick<Context, 'db' | 'clock' | 'mail'>): Promise<void> {
	const now = deps.clock.now()
	const soon = new Date(now.getTime() + acceptanceReminderDays * 86_400_000)
	const { estado, recordada_at, aceptar_hasta } = devoluciones
	const isWaiting = and(eq(estado, 'en_curso'), isNull(recordada_at), gt(aceptar_hasta, now), lte(aceptar_hasta, soon))
	const due = await deps.db.select().from(devoluciones).where(isWaiting).limit(remindedAtOnce)
	for (const { id, orden_id } of due) {
		await deps.db.transaction(async (tx) => {
			const order = await lockOrder(tx, orden_id)
			const isIt = and(eq(devoluciones.id, id), isWaiting)
			const [refund] = await tx.update(devoluciones).set({ recordada_at: now }).where(isIt).returning()
			if (order && refund) await mailRefundToAccept(deps, tx, order, { ...refund, isReminder: true })
		})
	}
}

/**
 * Processes a gateway's decision about our refund `gateway_ref`: the gateway is read, which also finds a lost id. A
 * mismatch changes nothing. Throws GatewayUnavailable to be retried.
 */
export async function reconcileRefundNotification(
	deps: PaymentContext,
	refundId: string,
	gatewayRef: string,
): Promise<void> {
	const [refund] = await deps.db.select().from(devoluciones).where(eq(devoluciones.id, refundId))
	const gateway = refund && deps.gateways.get(refund.gateway)
	// An unsent refund cannot have been decided.
	if (!gateway || refund.estado === 'pedida') return
	if (refund.devolucion_id && refund.devolucion_id !== gatewayRef) return
	const ofGateway = and(eq(devoluciones.gateway, refund.gateway), eq(devoluciones.devolucion_id, gatewayRef))
	const others = await deps.db
		.select({ id: devoluciones.id })
		.from(devoluciones)
		.where(and(ofGateway, ne(devoluciones.id, refundId)))
	if (others.length > 0) return
	try {
		const { pago_id, monto } = refund
		await closeRefund(deps, refund, await gateway.readRefund({ devolucion_id: gatewayRef, pago_id, monto }))
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		deps.log.info({ err: error, devolucion_id: refundId }, 'a notification about a refund that is not ours')
	}
}
