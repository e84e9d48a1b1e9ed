import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import { clp } from '#core/rules/money.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context, NotifyContext } from '#modules/lists/context.ts'
import type { RefundState } from '#modules/orders/payment-details.ts'
import { devoluciones, intentosPago, type PaymentRow, pagos, type RefundRow } from '#modules/orders/payment-tables.ts'
import { mailRefundDone, mailRefundToAccept, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { followMoney, lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { acceptUntil, hasLapsed } from '#modules/payments/refund-acceptance.ts'
import {
	type Gateway,
	GatewayRefused,
	GatewayUnavailable,
	type LostRefundAnswer,
	type RefundOutcome,
} from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

const ofPayment = ({ gateway, pago_id }: Pick<RefundRow, 'gateway' | 'pago_id'>) =>
	and(eq(devoluciones.gateway, gateway), eq(devoluciones.pago_id, pago_id))

/**
 * Stores a refund of `monto` CLP and enqueues its job. The caller holds the order's row lock. Fails with
 * `devolucion_excede`: returned, as an automatic refund that is refused must not undo the payment's record.
 */
export async function requestRefund(
	deps: Pick<Context, 'newId' | 'clock'> & NotifyContext,
	tx: Transaction,
	pago: PaymentRow,
	{ monto, motivo, usuario_id }: { monto: number; motivo: string; usuario_id: number | null },
): Promise<{ devolucion_id: string } | Failure> {
	const { gateway, pago_id, orden_id } = pago
	const [given] = await tx
		.select({ monto: sql<number>`coalesce(sum(${devoluciones.monto}), 0)::int` })
		.from(devoluciones)
		.where(and(ofPayment(pago), ne(devoluciones.estado, 'rechazada')))
	const already = Math.max(given?.monto ?? 0, pago.devuelto)
	if (monto <= 0 || already + monto > pago.monto) return fail('devolucion_excede')
	const id = deps.newId()
	const now = deps.clock.now()
	const request = { id, gateway, pago_id, orden_id, monto, motivo, usuario_id, estado: 'pedida' } as const
	await tx.insert(devoluciones).values({ ...request, created_at: now, updated_at: now })
	await followMoney(deps, tx, orden_id)
	await deps.jobs.enqueue(tx, 'devolver_pago', { devolucion_id: id })
	await writeAudit(tx, {
		tipo: 'orden',
		ref: orden_id,
		usuario_id,
		accion: 'devolucion_pedida',
		detalle: motivo,
		despues: monto,
	})
	return { devolucion_id: id }
}

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
	const { refund, pago, attempt, email, reserva } = claim
	const sentAt = refund.enviada_at
	try {
		const gateway = deps.gateways.get(refund.gateway)
		if (!gateway) throw new Error(`a refund waits for ${refund.gateway}, which is switched off`)

		// Sent before without an answer: sent again only when the gateway surely made none.
		if (sentAt) {
			const reported = await findRefund(gateway, claim, refund.devuelto_antes)
			if (typeof reported === 'object') return await closeRefund(deps, refund, reported)
			const isSafe = reported === 'not_made' && gateway.knowsRefundsById
			if (!isSafe && deps.clock.now().getTime() - sentAt.getTime() < settledAfterSeconds * 1000) {
				throw new Error('the answer about this refund was lost, and its gateway may still be working on it')
			}
			if (reported === 'unknown') {
				deps.log.error({ devolucion_id: refund.id }, 'a refund may or may not have been made')
				return await closeRefund(deps, refund, { estado: 'en_duda' }, reserva)
			}
		}

		const refundedBefore = await readRefunded(gateway, claim)
		await markSent(deps, claim, refundedBefore)
		try {
			const monto = clp(refund.monto)
			const outcome = await gateway.refund({ id: refund.id, pago_id: pago.pago_id, attempt, monto, email })
			await closeRefund(deps, refund, outcome, outcome.estado === 'rechazado' ? reserva : undefined)
		} catch (error) {
			if (!(error instanceof GatewayRefused)) throw error
			// A rejection may be wrong, and a refund wrongly taken as refused might be made twice: the gateway's list decides.
			const reported = await findRefund(gateway, claim, refundedBefore).catch(unlessRefused)
			if (typeof reported === 'object') return await closeRefund(deps, refund, reported)
			deps.log.warn({ err: error, devolucion_id: refund.id }, 'the gateway refused a refund')
			await closeRefund(deps, refund, { estado: 'rechazado', devolucion_id: '' }, reserva)
		}
	} catch (error) {
		const didNothing = error instanceof GatewayUnavailable && error.didNothing
		await releaseRefund(deps, claim, sentAt === null && didNothing)
		throw error
	}
}

/** Reads whether the gateway made this refund. `refundedBefore`: CLP refunded before it was sent. */
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

/** A gateway that rejects reading the payment has made no refund of it. */
function unlessRefused(error: unknown): LostRefundAnswer {
	if (error instanceof GatewayRefused) return 'unknown'
	throw error
}

/** CLP of the payment refunded so far; null when the gateway does not report it (any more). */
async function readRefunded(gateway: Gateway, { pago, attempt }: RefundClaim): Promise<number | null> {
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

type ClaimDeps = Pick<Context, 'db' | 'clock' | 'newId'>

/** A refund that one process alone may send for the next minute, under the token `reserva`. */
export type RefundClaim = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

/**
 * Claims a waiting or abandoned refund; undefined when there is nothing to send. `known`: the gateway's ids of the
 * payment's other refunds. Throws while another process has the claim, or another refund of the payment is pending: some
 * gateways report only the sum refunded.
 */
export async function claimRefund(deps: ClaimDeps, refundId: string) {
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
		const { refund } = row
		const now = deps.clock.now()
		if (refund.reservada_hasta && refund.reservada_hasta > now) throw new Error('this refund is being sent')
		const others = await tx
			.select()
			.from(devoluciones)
			.where(and(ofPayment(refund), ne(devoluciones.id, refund.id)))
		const isOlder = (other: RefundRow) =>
			other.created_at < refund.created_at || (+other.created_at === +refund.created_at && other.id < refund.id)
		if (others.some((other) => other.estado === 'enviando' || (other.estado === 'pedida' && isOlder(other))))
			throw new Error('another refund of this payment is not sent yet')
		const reserva = deps.newId()
		const reservada_hasta = new Date(now.getTime() + claimSeconds * 1000)
		await tx
			.update(devoluciones)
			.set({ estado: 'enviando', reserva, reservada_hasta, updated_at: now })
			.where(eq(devoluciones.id, refundId))
		return { ...row, reserva, known: others.flatMap((other) => other.devolucion_id ?? []) }
	})
}

const isHeld = ({ refund, reserva }: RefundClaim) =>
	and(eq(devoluciones.id, refund.id), eq(devoluciones.reserva, reserva), eq(devoluciones.estado, 'enviando'))

/**
 * Marks the refund as sent: from here on its state is read before it is sent again. Throws when the claim has expired.
 */
export async function markSent(deps: ClaimDeps, claim: RefundClaim, refundedBefore: number | null): Promise<void> {
	const now = deps.clock.now()
	const held = await deps.db
		.update(devoluciones)
		.set({ enviada_at: now, devuelto_antes: refundedBefore, updated_at: now })
		.where(and(isHeld(claim), gt(devoluciones.reservada_hasta, now)))
		.returning({ id: devoluciones.id })
	if (held.length === 0) throw new Error('the claim on this refund has run out')
}

/** Releases an open refund. `didNothing`: the gateway surely did nothing, so that it may be sent again. */
export async function releaseRefund(deps: ClaimDeps, claim: RefundClaim, didNothing: boolean): Promise<void> {
	const wasSent = sql`case when ${devoluciones.enviada_at} is null then 'pedida' else 'enviando' end`
	await deps.db
		.update(devoluciones)
		.set({
			estado: didNothing ? 'pedida' : wasSent,
			reserva: null,
			reservada_hasta: null,
			updated_at: deps.clock.now(),
			...(didNothing && { enviada_at: null }),
		})
		.where(isHeld(claim))
}

const estadoOf = { hecho: 'hecha', pendiente: 'en_curso', rechazado: 'rechazada', en_duda: 'en_duda' } as const
type ReportedState = (typeof estadoOf)[keyof typeof estadoOf]

/** Results of a gateway that contradict staff's answer to a refund in doubt. */
const denials: Partial<Readonly<Record<RefundState, readonly ReportedState[]>>> = {
	rechazada: ['hecha', 'en_curso'],
	// In doubt again: whether the payer accepted it in time is unknown.
	hecha: ['rechazada', 'en_duda'],
}

/**
 * Stores a gateway's result of a refund, or that it is unknown, with the customer's mail or the case for staff. A final
 * refund stays, unless only staff ended it and the gateway contradicts. With `reserva` only the claim's holder may store,
 * so that no failure overwrites another process's success.
 */
export async function closeRefund(
	deps: Context,
	refund: RefundRow,
	end: RefundOutcome | { readonly estado: 'en_duda' },
	reserva?: string,
): Promise<void> {
	const estado = estadoOf[end.estado]
	const reportedId = end.estado === 'en_duda' ? '' : end.devolucion_id
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, refund.orden_id)
		const [current] = await tx.select().from(devoluciones).where(eq(devoluciones.id, refund.id)).for('update')
		if (!order || !current || (reserva !== undefined && current.reserva !== reserva)) return
		const isOver = current.estado === 'hecha' || current.estado === 'rechazada'
		const isDenial = denials[current.estado]?.includes(estado) === true && current.averiguado === current.estado
		if (isOver && !isDenial) {
			// The gateway confirms staff's answer: with its id the refund needs no review any more.
			if (estado === current.estado && reportedId && !current.devolucion_id)
				await tx.update(devoluciones).set({ devolucion_id: reportedId }).where(eq(devoluciones.id, refund.id))
			return
		}
		const now = deps.clock.now()
		const isLapsed = estado === 'rechazada' && hasLapsed(current.aceptar_hasta, now)
		const waitsForPayer = estado === 'en_curso' && current.estado !== 'en_curso'
		const aceptar_hasta = waitsForPayer ? acceptUntil(refund.gateway, now) : current.aceptar_hasta
		await tx
			.update(devoluciones)
			.set({
				estado,
				devolucion_id: reportedId || current.devolucion_id,
				reserva: null,
				reservada_hasta: null,
				aceptar_hasta,
				updated_at: now,
			})
			.where(eq(devoluciones.id, refund.id))
		if (estado === current.estado) return

		const { id, usuario_id, monto } = current
		const accion = isLapsed ? 'devolucion_vencida' : (`devolucion_${estado}` as const)
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id, accion, despues: monto })
		if (estado === 'hecha') await mailRefundDone(deps, tx, order, current)
		if (estado === 'en_curso')
			await mailRefundToAccept(deps, tx, order, { ...current, aceptar_hasta, isReminder: false })
		let atencion: CaseReason | undefined
		// A module may have its own reason for a case after a made refund.
		for (const caseAfter of estado === 'hecha' ? deps.hooks.refundMade : []) atencion ??= await caseAfter(tx, order)
		atencion ??= caseOf(estado, isDenial, isLapsed)
		if (atencion) {
			await tx.update(ordenes).set({ atencion }).where(eq(ordenes.id, order.id))
			await mailStaffCase(deps, tx, order, { motivo: atencion, cual: id })
		} else if (await areDoubtsResolved(tx, order)) {
			await tx.update(ordenes).set({ atencion: null }).where(eq(ordenes.id, order.id))
		}
		await followMoney(deps, tx, order.id)
	})
}

function caseOf(estado: ReportedState, isDenial: boolean, isLapsed: boolean): CaseReason | undefined {
	if (estado === 'en_duda') return 'devolucion_en_duda'
	if (estado === 'rechazada') return isLapsed ? 'devolucion_vencida' : 'devolucion_rechazada'
	// Staff may have refunded that money a second time.
	return isDenial ? 'devolucion_hecha_despues' : undefined
}

/** Whether an order is a case for a refund in doubt, and none of its refunds is in doubt any more. */
export async function areDoubtsResolved(tx: Transaction, order: OrderRow): Promise<boolean> {
	if (order.atencion !== 'devolucion_en_duda') return false
	const inDoubt = and(eq(devoluciones.orden_id, order.id), eq(devoluciones.estado, 'en_duda'))
	const found = await tx.select({ id: devoluciones.id }).from(devoluciones).where(inDoubt).limit(1)
	return found.length === 0
}
