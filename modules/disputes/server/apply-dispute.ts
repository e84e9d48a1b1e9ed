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

const isIt = ({ gateway, tipo, disputa_id }: DisputeNews) =>
	and(eq(disputas.gateway, gateway), eq(disputas.tipo, tipo), eq(disputas.disputa_id, disputa_id))

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
	await takeOver(tx, news)
	const [known] = await tx.select().from(disputas).where(isIt(news))
	const decision = decideDispute(known, news)
	await writeDispute(deps, tx, orderId, { ...news, isNew: decision !== undefined || !known })
	if (!decision) return
	await (news.tipo === 'contracargo' && news.estado === 'ganada' ? countAsHeld(tx, news) : countAsGone(tx, news))
	const order = await lockOrder(tx, orderId)
	if (!order) return
	await transitionOrder(deps, tx, order, {
		estado: order.estado,
		withoutStock: true,
		actorId: null,
		why: decision.atencion,
		set: { atencion: decision.atencion },
		isNewDispute: decision.isNew,
	})
	await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: null, accion: decision.atencion })
	await mailStaffCase(deps, tx, order, { motivo: decision.atencion, cual: `${news.disputa_id}:${order.version}` })
}

/**
 * Replaces a dispute known from its payment alone by the chargeback or claim behind it: staff were notified already.
 */
async function takeOver(tx: Transaction, news: DisputeNews): Promise<void> {
	const { gateway, tipo, disputa_id, pago_id, responder_hasta } = news
	const provisional = tipo === 'contracargo' ? 'contracargo' : tipo === 'reclamo' ? 'mediacion' : undefined
	if (!provisional || disputa_id === pago_id) return
	const [known] = await tx.select({ id: disputas.disputa_id }).from(disputas).where(isIt(news))
	if (known) return
	const isProvisional = isIt({ ...news, tipo: provisional, disputa_id: pago_id })
	await tx
		.update(disputas)
		.set({ tipo, disputa_id, responder_hasta })
		.where(and(isProvisional, eq(disputas.estado, 'abierta'), eq(disputas.gateway, gateway)))
}

async function writeDispute(
	{ clock }: Pick<Context, 'clock'>,
	tx: Transaction,
	orderId: string,
	news: DisputeNews & { readonly isNew: boolean },
): Promise<void> {
	const now = clock.now()
	const { gateway, tipo, disputa_id, pago_id, responder_hasta } = news
	// Mediations, fraud warnings and unnamed chargebacks are known from their payment alone.
	const isReadable = (tipo === 'contracargo' || tipo === 'reclamo') && disputa_id !== pago_id
	const isFollowed = news.estado === 'abierta' && isReadable
	const consultar_at = isFollowed ? new Date(now.getTime() + pollEachHours * 3_600_000) : null
	const reported = {
		estado: news.estado,
		responder_hasta,
		cambiada_at: news.cambiada_at,
		consultar_at,
		updated_at: now,
	}
	await tx
		.insert(disputas)
		.values({ gateway, tipo, disputa_id, pago_id, orden_id: orderId, ...reported, created_at: now })
		.onConflictDoUpdate({
			target: [disputas.gateway, disputas.tipo, disputas.disputa_id],
			set: news.isNew ? reported : { updated_at: now },
		})
	if (!news.isNew)
		await tx
			.update(disputas)
			.set({ consultar_at })
			.where(and(isIt(news), eq(disputas.estado, 'abierta')))
}

/** The bank returned the money: the only way in which reversed money counts as captured again. */
async function countAsHeld(tx: Transaction, { gateway, pago_id, payment }: DisputeNews): Promise<void> {
	if (payment?.estado !== 'aprobado') return
	await tx
		.update(pagos)
		.set({ estado: 'aprobado', devuelto: Math.round(payment.devuelto) })
		.where(and(eq(pagos.gateway, gateway), eq(pagos.pago_id, pago_id)))
}

/** The reversed amount, if the payment reports it: announced with the dispute, not a second time on its own. */
async function countAsGone(tx: Transaction, { gateway, pago_id, payment }: DisputeNews): Promise<void> {
	if (!payment) return
	await tx
		.update(pagos)
		.set({ devuelto: sql`greatest(${pagos.devuelto}, ${Math.round(payment.devuelto)})` })
		.where(and(eq(pagos.gateway, gateway), eq(pagos.pago_id, pago_id)))
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
