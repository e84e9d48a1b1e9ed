import { and, eq, sql } from 'drizzle-orm'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { decideDispute } from '#modules/disputes/dispute.ts'
import type { Context } from '#modules/lists/context.ts'
import type { DisputeKind, DisputeState } from '#modules/orders/payment-details.ts'
import { type AttemptRow, disputas, pagos } from '#modules/orders/payment-tables.ts'
import { mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { GatewayPayment, ReportedDispute } from '#modules/payments/server/gateways/gateway.ts'

interface DisputeNews {
	readonly gateway: GatewayMethod
	readonly tipo: DisputeKind
	readonly disputa_id: string
	readonly pago_id: string
	readonly estado: DisputeState
	readonly responder_hasta: Date | null
	readonly cambiada_at: Date | null
	/** The payment as read along with the dispute. */
	readonly payment?: ReportedDispute['payment']
}

/** Hours between two reads of an open dispute. */
const pollEachHours = 6

/** The kind of a claim or chargeback that is known from its payment alone. */
const provisionalKinds: Readonly<Partial<Record<DisputeKind, DisputeKind>>> = {
	contracargo: 'contracargo',
	reclamo: 'mediacion',
}

/**
 * Stores a dispute as the gateway reports it: one case for staff per change, delivery stopped while it is open, money
 * won back captured again. Idempotent; the caller holds the order's row lock.
 */
export async function applyDispute(
	deps: Pick<Context, 'mail' | 'clock' | 'jobs' | 'hooks'>,
	tx: Transaction,
	orderId: string,
	news: DisputeNews,
): Promise<void> {
	const { gateway, tipo, disputa_id, pago_id, estado, responder_hasta, cambiada_at, payment } = news
	const isKnownAs = (kind: DisputeKind, id: string) =>
		and(eq(disputas.gateway, gateway), eq(disputas.tipo, kind), eq(disputas.disputa_id, id))
	const isIt = isKnownAs(tipo, disputa_id)
	const isOpen = eq(disputas.estado, 'abierta')
	// Mediations, fraud warnings and unnamed chargebacks are known from their payment alone.
	const provisional = provisionalKinds[tipo]
	const isReadable = provisional !== undefined && disputa_id !== pago_id
	const [stored] = await tx.select().from(disputas).where(isIt)
	// It replaces a dispute known from its payment alone, of which staff were notified already.
	const [replaced] =
		stored || !isReadable
			? []
			: await tx
					.update(disputas)
					.set({ tipo, disputa_id, responder_hasta })
					.where(and(isKnownAs(provisional, pago_id), isOpen))
					.returning()
	const known = stored ?? replaced

	const decision = decideDispute(known, news)
	const now = deps.clock.now()
	const isFollowed = estado === 'abierta' && isReadable
	const consultar_at = isFollowed ? new Date(now.getTime() + pollEachHours * 3_600_000) : null
	const reported = { estado, responder_hasta, cambiada_at, consultar_at, updated_at: now }
	const isNew = decision !== undefined || !known
	await tx
		.insert(disputas)
		.values({ gateway, tipo, disputa_id, pago_id, orden_id: orderId, ...reported, created_at: now })
		.onConflictDoUpdate({
			target: [disputas.gateway, disputas.tipo, disputas.disputa_id],
			set: isNew ? reported : { updated_at: now },
		})
	if (!isNew) await tx.update(disputas).set({ consultar_at }).where(and(isIt, isOpen))
	if (!decision) return

	const isPayment = and(eq(pagos.gateway, gateway), eq(pagos.pago_id, pago_id))
	if (tipo === 'contracargo' && estado === 'ganada') {
		// The bank returned the money: the only way in which reversed money counts as captured again.
		if (payment?.estado === 'aprobado') {
			await tx
				.update(pagos)
				.set({ estado: 'aprobado', devuelto: Math.round(payment.devuelto) })
				.where(isPayment)
		}
	} else if (payment) {
		// The reversed amount is announced with the dispute, not a second time on its own.
		const devuelto = sql`greatest(${pagos.devuelto}, ${Math.round(payment.devuelto)})`
		await tx.update(pagos).set({ devuelto }).where(isPayment)
	}
	const order = await lockOrder(tx, orderId)
	if (!order) return
	const { atencion } = decision
	await transitionOrder(deps, tx, order, {
		estado: order.estado,
		withoutStock: true,
		actorId: null,
		why: atencion,
		set: { atencion },
		isNewDispute: decision.isNew,
	})
	await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: null, accion: atencion })
	await mailStaffCase(deps, tx, order, { motivo: atencion, cual: `${disputa_id}:${order.version}` })
}

/**
 * Stores or clears a dispute reported by the payment, unless its claim or chargeback is known, which has more details.
 * Returns whether a dispute is or was open. The caller holds the order's row lock.
 */
export async function settleDispute(
	deps: Context,
	tx: Transaction,
	{ gateway, orden_id }: Pick<AttemptRow, 'gateway' | 'orden_id'>,
	payment: GatewayPayment,
): Promise<boolean> {
	const { pago_id, en_disputa } = payment
	const isOpen = and(eq(disputas.gateway, gateway), eq(disputas.pago_id, pago_id), eq(disputas.estado, 'abierta'))
	const open = await tx.select().from(disputas).where(isOpen)
	const about = { gateway, pago_id, disputa_id: pago_id, responder_hasta: null, cambiada_at: null, payment }
	if (en_disputa) {
		if (open.length === 0) await applyDispute(deps, tx, orden_id, { ...about, tipo: en_disputa, estado: 'abierta' })
		return true
	}
	const estado = payment.estado === 'devuelto' ? 'perdida' : 'ganada'
	for (const { tipo, disputa_id } of open) {
		if (disputa_id !== pago_id || (tipo !== 'mediacion' && tipo !== 'contracargo')) continue
		await applyDispute(deps, tx, orden_id, { ...about, tipo, estado })
	}
	return open.some(({ tipo }) => tipo !== 'fraude')
}
