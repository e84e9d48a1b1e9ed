import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { heldByHand } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano, type RefundRow } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import { readHandRefunded, readPayments } from '#modules/orders/server/read-order-money.ts'
import { followMoney } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { acceptUntil } from '#modules/payments/refund-acceptance.ts'
import { areDoubtsResolved } from '#modules/payments/server/write-refund.ts'
import { actOnce, actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import { clearCase } from '#modules/staff-orders/server/staff-actions.ts'
import type {
	HandRefundRequest,
	OrderDetail,
	RefundAnswer,
	RefundByTransferRequest,
	SettleDoubtRequest,
} from '#modules/staff-orders/shapes.ts'

/**
 * Stores a refund of a transfer or cash by hand, whole or partial, with its documents and mail. Idempotent by key;
 * fails with `clave_repetida` for a key used otherwise, with `devolucion_excede` above the payment, with
 * `accion_no_corresponde` for an order not paid by hand, and with `valor_invalido` for an impossible amount or day.
 */
export async function recordHandRefund(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	refund: HandRefundRequest & { readonly key: string },
): Promise<RefundAnswer | Failure> {
	return await actOnce(deps, orderId, (tx, order) => recordOnce(deps, tx, order, { ...refund, actorId }))
}

/** Stores a refund by hand of a locked order, once per key. Fails as `recordHandRefund` does. */
export async function recordOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, ...refund }: HandRefundRequest & { readonly key: string; readonly actorId: number },
): Promise<{ readonly isRepeated: boolean } | Failure> {
	const id = derivedUuid(`devolucion_a_mano:${actorId}:${key}`)
	const [earlier] = await tx.select().from(devolucionesAMano).where(eq(devolucionesAMano.id, id))
	if (earlier && !isSame({ ...refund, orden_id: order.id }, earlier)) {
		return fail('clave_repetida', { text: 'Esa devolución ya se anotó con otros datos.' })
	}
	if (earlier) return { isRepeated: true }
	const refusal = await checkRefund(deps, tx, order, refund)
	if (refusal) return refusal
	const created_at = deps.clock.now()
	await tx.insert(devolucionesAMano).values({ ...refund, id, orden_id: order.id, usuario_id: actorId, created_at })
	const { medio, monto } = refund
	await auditOrder(tx, order.id, actorId, { accion: 'devolucion_a_mano', detalle: medio, despues: monto })
	await followMoney(deps, tx, order.id)
	if (!isAnonymized(order)) {
		const way = { por_transferencia: medio === 'transferencia', en_efectivo: medio === 'efectivo' }
		await mailRefundDone(deps, tx, order, { id, monto, ...way })
	}
	return { isRepeated: false }
}

type RefundOfOrder = HandRefundRequest & { readonly orden_id: string }

function isSame(one: RefundOfOrder, other: RefundOfOrder): boolean {
	return (['orden_id', 'monto', 'medio', 'fecha', 'referencia'] as const).every((field) => one[field] === other[field])
}

async function checkRefund(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ monto, fecha }: HandRefundRequest,
): Promise<Failure | undefined> {
	const devuelto_a_mano = await readHandRefunded(tx, order.id)
	const left = heldByHand({ ...order, devuelto_a_mano }, await readPayments(tx, order.id))
	if (left === 0) {
		const text =
			devuelto_a_mano > 0
				? 'Ya se devolvió todo lo que se pagó por transferencia o en efectivo.'
				: 'Esta orden no tiene dinero pagado por transferencia o en efectivo.'
		return fail('accion_no_corresponde', { text, extra: { estado: order.estado } })
	}
	if (monto <= 0) return fail('valor_invalido', { text: 'El monto debe ser mayor que 0.', extra: { campo: 'monto' } })
	if (monto > left) {
		return fail('devolucion_excede', {
			text: `Se pueden devolver hasta ${formatClp(left)}.`,
			extra: { devolvible: left },
		})
	}
	if (fecha > dayIn(deps.clock.now()) || fecha < dayIn(order.created_at)) {
		const text = 'La fecha tiene que estar entre el día de la orden y hoy.'
		return fail('valor_invalido', { text, extra: { campo: 'fecha' } })
	}
	return undefined
}

/** Cases about a refund that was not made. */
const refundCases: readonly (string | null)[] = ['devolucion_vencida', 'devolucion_rechazada']

/**
 * Marks a lapsed or refused refund as made by transfer, and mails the customer. Idempotent. Fails with `no_encontrado`,
 * with `accion_no_corresponde` for a refund that is open or made, and with `devolucion_excede` when the payment's rest
 * is smaller, as after another refund.
 */
export async function refundByTransfer(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id }: RefundByTransferRequest,
): Promise<OrderDetail | Failure> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		if (isFailure(refund)) return refund
		if (refund.por_transferencia) return undefined
		if (refund.estado !== 'rechazada') {
			const text = 'Solo se paga por transferencia una devolución que la pasarela no hizo.'
			return fail('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const payments = await readPayments(tx, order.id)
		const isIts = (pago: (typeof payments)[number]) =>
			pago.gateway === refund.gateway && pago.pago_id === refund.pago_id
		if ((payments.find(isIts)?.devolvible ?? 0) < refund.monto) return fail('devolucion_excede')
		const made = { estado: 'hecha', por_transferencia: true, updated_at: deps.clock.now() } as const
		await tx.update(devoluciones).set(made).where(eq(devoluciones.id, refund.id))
		await auditOrder(tx, order.id, actorId, {
			accion: 'devolucion_por_transferencia',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		await mailRefundDone(deps, tx, order, { ...refund, por_transferencia: true })
		return refundCases.includes(order.atencion) ? await clearCase(tx, order, actorId) : undefined
	})
}

/** The failure for a refund that is not in doubt. */
function noDoubt({ estado }: RefundRow): Failure {
	const known: Readonly<Record<string, string>> = { hecha: 'se hizo', rechazada: 'no se hizo' }
	const end = known[estado]
	const text = end
		? `Esta devolución ya no está en duda: la tienda sabe que ${end}.`
		: 'Esta devolución no está en duda: la tienda todavía la está haciendo.'
	return fail('accion_no_corresponde', { text, extra: { estado } })
}

/**
 * Until when a refund that staff found at its gateway may still lapse: reconcileRefunds then asks staff to look again.
 */
function stillToAccept({ gateway, enviada_at, created_at }: RefundRow, now: Date): Date | null {
	const end = acceptUntil(gateway, enviada_at ?? created_at)
	return end && end > now ? end : null
}

/**
 * Stores staff's answer about a refund in doubt. Made: the customer is mailed. Not made: its amount can be refunded
 * again, without a mail. Idempotent. Fails with `no_encontrado`, and with `accion_no_corresponde` for a refund that is
 * not in doubt. A later answer of the gateway takes precedence (closeRefund).
 */
export async function settleDoubt(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id, hecha }: SettleDoubtRequest,
): Promise<OrderDetail | Failure> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		if (isFailure(refund)) return refund
		const estado = hecha ? 'hecha' : 'rechazada'
		if (refund.estado !== 'en_duda') {
			return refund.estado === estado && refund.averiguado === estado ? undefined : noDoubt(refund)
		}
		const now = deps.clock.now()
		const aceptar_hasta = hecha ? stillToAccept(refund, now) : null
		const found = { estado, averiguado: estado, aceptar_hasta, updated_at: now } as const
		await tx.update(devoluciones).set(found).where(eq(devoluciones.id, refund.id))
		await auditOrder(tx, order.id, actorId, {
			accion: hecha ? 'devolucion_averiguada_hecha' : 'devolucion_averiguada_no_hecha',
			detalle: refund.id,
			despues: refund.monto,
		})
		await followMoney(deps, tx, order.id)
		if (hecha) await mailRefundDone(deps, tx, order, refund)
		return (await areDoubtsResolved(tx, order)) ? await clearCase(tx, order, actorId) : undefined
	})
}

/** Locks a refund of a locked order. Fails with `no_encontrado` for a refund of another order. */
async function lockRefund(tx: Transaction, order: OrderRow, devolucion_id: string): Promise<RefundRow | Failure> {
	const isIts = and(eq(devoluciones.id, devolucion_id), eq(devoluciones.orden_id, order.id))
	const [refund] = await tx.select().from(devoluciones).where(isIts).for('update')
	return refund ?? fail('no_encontrado', { text: 'Esta orden no tiene esa devolución.' })
}
