import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { dayIn } from '#core/rules/calendar-days.ts'
import { formatClp } from '#core/rules/money.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/derived-uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { heldByHand } from '#modules/orders/money-held.ts'
import { devolucionesAMano } from '#modules/orders/payment-tables.ts'
import { followMoney } from '#modules/orders/server/follow-money.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { readHandRefunded } from '#modules/payments/server/read-hand-refunded.ts'
import { readPayments } from '#modules/payments/server/read-payments.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import type { HandRefundRequest, RefundAnswer } from '#modules/staff-orders/shapes/order-detail.ts'

/**
 * Stores a refund of a transfer or cash by hand, whole or partial, with its documents and mail. Idempotent by key;
 * fails with `clave_repetida` for a key used otherwise, with `devolucion_excede` above the payment, with
 * `accion_no_corresponde` for an order not paid by hand, and with `valor_invalido` for an impossible amount or day.
 */
export async function recordHandRefund(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ key, ...refund }: HandRefundRequest & { readonly key: string },
): Promise<RefundAnswer | Failure> {
	let repetida = false
	const order = await actOnOrder(deps, orderId, async (tx, order) => {
		const recorded = await recordOnce(deps, tx, order, { ...refund, key, actorId })
		if (isFailure(recorded)) return recorded
		repetida = recorded.isRepeated
		return undefined
	})
	return isFailure(order) ? order : { ...order, repetida }
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
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id: actorId,
		accion: 'devolucion_a_mano',
		detalle: refund.medio,
		despues: refund.monto,
	})
	await followMoney(deps, tx, order.id)
	if (order.email !== '') {
		const byTransfer = refund.medio === 'transferencia'
		await mailRefundDone(deps, tx, order, {
			id,
			monto: refund.monto,
			por_transferencia: byTransfer,
			en_efectivo: !byTransfer,
		})
	}
	return { isRepeated: false }
}

function isSame(
	one: HandRefundRequest & { orden_id: string },
	other: HandRefundRequest & { orden_id: string },
): boolean {
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
