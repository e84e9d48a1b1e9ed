import { and, eq } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { heldByHand } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import { readHandRefunded, readPayments } from '#modules/orders/server/read-order-money.ts'
import { followMoney } from '#modules/orders/server/transition-order.ts'
import { actOnOrder } from '#modules/orders/staff/server/act-on-order.ts'
import { clearCase } from '#modules/orders/staff/server/staff-actions.ts'
import type {
	HandRefundRequest,
	RefundAnswer,
	RefundByTransferRequest,
	SettleDoubtRequest,
} from '#modules/orders/staff/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { acceptUntil } from '#modules/payments/refund-acceptance.ts'
import { areDoubtsResolved } from '#modules/payments/server/refunds.ts'

/**
 * Stores a refund of a transfer or cash by hand, whole or partial, with its documents and mail. Idempotent by key.
 * Refuses with `clave_repetida` for a key used otherwise, with `devolucion_excede` above the payment, with
 * `accion_no_corresponde` for an order not paid by hand, and with `valor_invalido` for an impossible amount or day.
 */
export async function recordHandRefund(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	refund: HandRefundRequest & { readonly key: string },
): Promise<RefundAnswer> {
	let repetida = false
	const detail = await actOnOrder(deps, orderId, async (tx, order) => {
		repetida = await recordOnce(deps, tx, order, { ...refund, actorId })
	})
	return { ...detail, repetida }
}

/**
 * Stores a refund by hand of a locked order, once per key: returns true when it was stored before. Refuses as
 * `recordHandRefund` does.
 */
export async function recordOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, ...refund }: HandRefundRequest & { readonly key: string; readonly actorId: number },
): Promise<boolean> {
	const id = derivedUuid(`devolucion_a_mano:${actorId}:${key}`)
	const [earlier] = await tx.select().from(devolucionesAMano).where(eq(devolucionesAMano.id, id))
	if (earlier) {
		const fields = ['monto', 'medio', 'fecha', 'referencia'] as const
		const isSame = earlier.orden_id === order.id && fields.every((field) => earlier[field] === refund[field])
		if (!isSame) refuse('clave_repetida', { text: 'Esa devolución ya se anotó con otros datos.' })
		return true
	}

	const { monto, medio, fecha } = refund
	const devuelto_a_mano = await readHandRefunded(tx, order.id)
	const left = heldByHand({ ...order, devuelto_a_mano }, await readPayments(tx, order.id))
	if (left === 0) {
		const text =
			devuelto_a_mano > 0
				? 'Ya se devolvió todo lo que se pagó por transferencia o en efectivo.'
				: 'Esta orden no tiene dinero pagado por transferencia o en efectivo.'
		refuse('accion_no_corresponde', { text, extra: { estado: order.estado } })
	}
	if (monto <= 0) refuse('valor_invalido', { text: 'El monto debe ser mayor que 0.', extra: { campo: 'monto' } })
	if (monto > left) {
		const text = `Se pueden devolver hasta ${formatClp(left)}.`
		refuse('devolucion_excede', { text, extra: { devolvible: left } })
	}
	if (fecha > dayIn(deps.clock.now()) || fecha < dayIn(order.created_at)) {
		const text = 'La fecha tiene que estar entre el día de la orden y hoy.'
		refuse('valor_invalido', { text, extra: { campo: 'fecha' } })
	}

	const created_at = deps.clock.now()
	await tx.insert(devolucionesAMano).values({ ...refund, id, orden_id: order.id, usuario_id: actorId, created_at })
	await auditOrder(tx, order.id, actorId, { accion: 'devolucion_a_mano', detalle: medio, despues: monto })
	await followMoney(deps, tx, order.id)
	if (!isAnonymized(order)) {
		const way = { por_transferencia: medio === 'transferencia', en_efectivo: medio === 'efectivo' }
		await mailRefundDone(deps, tx, order, { id, monto, ...way })
	}
	return false
}

/** Cases about a refund that was not made. */
const refundCases: readonly (string | null)[] = ['devolucion_vencida', 'devolucion_rechazada']

/**
 * Marks a lapsed or refused refund as made by transfer, and mails the customer. Idempotent. Refuses with
 * `no_encontrado`, with `accion_no_corresponde` for a refund that is open or made, and with `devolucion_excede` when the
 * payment's rest is smaller, as after another refund.
 */
export async function refundByTransfer(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id }: RefundByTransferRequest,
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		if (refund.por_transferencia) return
		if (refund.estado !== 'rechazada') {
			const text = 'Solo se paga por transferencia una devolución que la pasarela no hizo.'
			refuse('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const payments = await readPayments(tx, order.id)
		const refunded = payments.find(({ gateway, pago_id }) => gateway === refund.gateway && pago_id === refund.pago_id)
		if ((refunded?.devolvible ?? 0) < refund.monto) refuse('devolucion_excede')
		const made = { estado: 'hecha', por_transferencia: true, updated_at: deps.clock.now() } as const
		await tx.update(devoluciones).set(made).where(eq(devoluciones.id, refund.id))
		await auditOrder(tx, order.id, actorId, {
			accion: 'devolucion_por_transferencia',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		await mailRefundDone(deps, tx, order, { ...refund, por_transferencia: true })
		if (refundCases.includes(order.atencion)) await clearCase(tx, order, actorId)
	})
}

/** What the shop knows of a refund that is over, for a sentence. */
const ends: Readonly<Record<string, string>> = { hecha: 'se hizo', rechazada: 'no se hizo' }

/**
 * Stores staff's answer about a refund in doubt. Made: the customer is mailed. Not made: its amount can be refunded
 * again, without a mail. Idempotent. Refuses with `no_encontrado`, and with `accion_no_corresponde` for a refund that is
 * not in doubt. A later answer of the gateway takes precedence (closeRefund).
 */
export async function settleDoubt(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id, hecha }: SettleDoubtRequest,
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		const estado = hecha ? 'hecha' : 'rechazada'
		if (refund.estado === estado && refund.averiguado === estado) return
		if (refund.estado !== 'en_duda') {
			const end = ends[refund.estado]
			const text = end
				? `Esta devolución ya no está en duda: la tienda sabe que ${end}.`
				: 'Esta devolución no está en duda: la tienda todavía la está haciendo.'
			refuse('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const now = deps.clock.now()
		// A made refund that may still lapse: reconcileRefunds then asks staff to look again.
		const end = hecha ? acceptUntil(refund.gateway, refund.enviada_at ?? refund.created_at) : null
		const aceptar_hasta = end && end > now ? end : null
		const found = { estado, averiguado: estado, aceptar_hasta, updated_at: now } as const
		await tx.update(devoluciones).set(found).where(eq(devoluciones.id, refund.id))
		await auditOrder(tx, order.id, actorId, {
			accion: hecha ? 'devolucion_averiguada_hecha' : 'devolucion_averiguada_no_hecha',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		if (hecha) await mailRefundDone(deps, tx, order, refund)
		if (await areDoubtsResolved(tx, order)) await clearCase(tx, order, actorId)
	})
}

/** Locks a refund of a locked order. Refuses with `no_encontrado` a refund of another order. */
async function lockRefund(tx: Transaction, order: OrderRow, devolucion_id: string) {
	const isIts = and(eq(devoluciones.id, devolucion_id), eq(devoluciones.orden_id, order.id))
	const [refund] = await tx.select().from(devoluciones).where(isIts).for('update')
	return refund ?? refuse('no_encontrado', { text: 'Esta orden no tiene esa devolución.' })
}
