import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { clp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context } from '#modules/lists/context.ts'
import { devoluciones, intentosPago, type PaymentRow, pagos, type RefundRow } from '#modules/orders/payment-tables.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenes } from '#modules/orders/tables.ts'
import {
	type Gateway,
	GatewayRefused,
	GatewayUnavailable,
	type LostRefundAnswer,
} from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { closeRefund } from '#modules/payments/server/write-refund.ts'

/** How long a gateway may still process an abandoned call. Afterwards its state is final. */
const settledAfterSeconds = 300

/**
 * Sends a stored refund (job `devolver_pago`). Idempotent: one process at a time sends it, and a lost answer is
 * followed by another send only after the gateway reports that it made none. Doubts and refusals become cases for
 * staff. Throws, to be retried, while the state is unknown.
 */
export async function sendRefund(deps: PaymentContext, refundId: string): Promise<void> {
	const claim = await claimRefund(deps, refundId)
	if (!claim) return
	try {
		const gateway = deps.gateways.get(claim.refund.gateway)
		if (!gateway) throw new Error(`a refund waits for ${claim.refund.gateway}, which is switched off`)
		if (claim.refund.enviada_at && (await isOver(deps, gateway, claim, claim.refund.enviada_at))) return
		await send(deps, gateway, claim)
	} catch (error) {
		const { enviada_at } = claim.refund
		const didNothing = error instanceof GatewayUnavailable && error.didNothing
		await releaseRefund(deps, claim, enviada_at === null && didNothing)
		throw error
	}
}

/** Handles a refund sent before without an answer: true when it is settled, false when it may be sent again. */
async function isOver(deps: PaymentContext, gateway: Gateway, claim: RefundClaim, sentAt: Date): Promise<boolean> {
	const { refund, reserva } = claim
	const reported = await findRefund(gateway, claim, refund.devuelto_antes)
	if (typeof reported === 'object') {
		await closeRefund(deps, refund, reported)
		return true
	}
	if (reported === 'not_made' && gateway.knowsRefundsById) return false
	if (deps.clock.now().getTime() - sentAt.getTime() < settledAfterSeconds * 1000) {
		throw new Error('the answer about this refund was lost, and its gateway may still be working on it')
	}
	if (reported === 'not_made') return false
	deps.log.error({ devolucion_id: refund.id }, 'a refund may or may not have been made')
	await closeRefund(deps, refund, { estado: 'en_duda' }, reserva)
	return true
}

/** Reads whether the gateway made this refund. `devuelto_antes`: CLP refunded before it was sent. */
async function findRefund(
	gateway: Gateway,
	{ refund, pago, attempt, known }: RefundClaim,
	refundedBefore: number | null,
): Promise<LostRefundAnswer> {
	return await gateway.findRefund({
		pago_id: pago.pago_id,
		attempt,
		monto: clp(refund.monto),
		devuelto_antes: refundedBefore,
		pedida_at: refund.created_at,
		known,
	})
}

async function send(deps: PaymentContext, gateway: Gateway, claim: RefundClaim): Promise<void> {
	const { refund, pago, attempt, email, reserva } = claim
	const devuelto_antes = await givenBack(gateway, claim)
	await markSent(deps, claim, devuelto_antes)
	try {
		const monto = clp(refund.monto)
		const outcome = await gateway.refund({ id: refund.id, pago_id: pago.pago_id, attempt, monto, email })
		await closeRefund(deps, refund, outcome, outcome.estado === 'rechazado' ? reserva : undefined)
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		// A rejection may be wrong, and a refund wrongly taken as refused might be made twice: the gateway's list decides.
		const reported = await findRefund(gateway, claim, devuelto_antes).catch(unlessRefused)
		if (typeof reported === 'object') return await closeRefund(deps, refund, reported)
		deps.log.warn({ err: error, devolucion_id: refund.id }, 'the gateway refused a refund')
		await closeRefund(deps, refund, { estado: 'rechazado', devolucion_id: '' }, reserva)
	}
}

/** A gateway that rejects reading the payment has made no refund of it. */
function unlessRefused(error: unknown): LostRefundAnswer {
	if (error instanceof GatewayRefused) return 'unknown'
	throw error
}

/** CLP of the payment refunded so far; null when the gateway does not report it (any more). */
async function givenBack(gateway: Gateway, { pago, attempt }: RefundClaim): Promise<number | null> {
	try {
		const payments = await gateway.read({ ...attempt, pago_id: pago.pago_id })
		return payments.find(({ pago_id }) => pago_id === pago.pago_id)?.devuelto ?? null
	} catch (error) {
		if (error instanceof GatewayRefused) return null
		throw error
	}
}

/** Three gateway calls with their timeouts, and the statements between them. */
const claimSeconds = 60

/** A refund that one process alone may send for the next minute. */
export interface RefundClaim {
	readonly refund: RefundRow
	/** The token of the claim. */
	readonly reserva: string
	readonly pago: PaymentRow
	readonly attempt: { readonly id: string; readonly gateway_ref: string | null }
	readonly email: string
	/** The gateway's ids of the payment's other refunds. */
	readonly known: readonly string[]
}

type ClaimDeps = Pick<Context, 'db' | 'clock' | 'newId'>

/**
 * Claims a waiting or abandoned refund; undefined when there is nothing to send. Throws while another process has the
 * claim, or another refund of the payment is pending: some gateways report only the sum refunded.
 */
export async function claimRefund(deps: ClaimDeps, refundId: string): Promise<RefundClaim | undefined> {
	return await deps.db.transaction(async (tx) => {
		const [found] = await tx.select().from(devoluciones).where(eq(devoluciones.id, refundId))
		if (!found || !(await lockOrder(tx, found.orden_id))) return undefined
		const [row] = await tx
			.select({ refund: devoluciones, pago: pagos, attempt: intentosPago, email: ordenes.email })
			.from(devoluciones)
			.innerJoin(pagos, and(eq(pagos.gateway, devoluciones.gateway), eq(pagos.pago_id, devoluciones.pago_id)))
			.innerJoin(intentosPago, eq(intentosPago.id, pagos.intento_id))
			.innerJoin(ordenes, eq(ordenes.id, devoluciones.orden_id))
			.where(eq(devoluciones.id, refundId))
		if (!row || (row.refund.estado !== 'pedida' && row.refund.estado !== 'enviando')) return undefined
		const now = deps.clock.now()
		const { reservada_hasta } = row.refund
		if (reservada_hasta && reservada_hasta > now) throw new Error('this refund is being sent')
		const others = await othersOf(tx, row.refund)
		if (others.some((other) => comesBefore(other, row.refund))) {
			throw new Error('another refund of this payment is not sent yet')
		}
		const reserva = deps.newId()
		await tx
			.update(devoluciones)
			.set({
				estado: 'enviando',
				reserva,
				reservada_hasta: new Date(now.getTime() + claimSeconds * 1000),
				updated_at: now,
			})
			.where(eq(devoluciones.id, refundId))
		return { ...row, reserva, known: others.flatMap((other) => other.devolucion_id ?? []) }
	})
}

async function othersOf(tx: Transaction, { id, gateway, pago_id }: RefundRow): Promise<readonly RefundRow[]> {
	const ofPayment = and(eq(devoluciones.gateway, gateway), eq(devoluciones.pago_id, pago_id))
	return await tx
		.select()
		.from(devoluciones)
		.where(and(ofPayment, ne(devoluciones.id, id)))
}

function comesBefore(other: RefundRow, refund: RefundRow): boolean {
	if (other.estado === 'enviando') return true
	const isOlder =
		other.created_at < refund.created_at || (+other.created_at === +refund.created_at && other.id < refund.id)
	return other.estado === 'pedida' && isOlder
}

const isHeld = (claim: RefundClaim) =>
	and(eq(devoluciones.id, claim.refund.id), eq(devoluciones.reserva, claim.reserva))

/**
 * Marks the refund as sent: from here on its state is read before it is sent again. Throws when the claim has expired.
 */
export async function markSent(deps: ClaimDeps, claim: RefundClaim, refundedBefore: number | null): Promise<void> {
	const now = deps.clock.now()
	const held = await deps.db
		.update(devoluciones)
		.set({ enviada_at: now, devuelto_antes: refundedBefore, updated_at: now })
		.where(and(isHeld(claim), eq(devoluciones.estado, 'enviando'), gt(devoluciones.reservada_hasta, now)))
		.returning({ id: devoluciones.id })
	if (held.length === 0) throw new Error('the claim on this refund has run out')
}

/** Releases an open refund. `didNothing`: the gateway surely did nothing, so that it may be sent again. */
export async function releaseRefund(deps: ClaimDeps, claim: RefundClaim, didNothing: boolean): Promise<void> {
	await deps.db
		.update(devoluciones)
		.set({
			estado: didNothing
				? 'pedida'
				: sql`case when ${devoluciones.enviada_at} is null then 'pedida' else 'enviando' end`,
			reserva: null,
			reservada_hasta: null,
			updated_at: deps.clock.now(),
			...(didNothing && { enviada_at: null }),
		})
		.where(and(isHeld(claim), eq(devoluciones.estado, 'enviando')))
}
