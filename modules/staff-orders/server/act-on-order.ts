import { and, eq, gte, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { AuditAction, CaseReason } from '#core/rules/audit-actions.ts'
import { settledSeconds, undoGraceSeconds, undoSeconds } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { transactionOrFailure } from '#core/server/http/transaction-or-failure.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { type Estado, isAnonymized, reservesStock } from '#modules/orders/estado.ts'
import { canDo, type OrderAction } from '#modules/orders/order-actions.ts'
import { goneOf, refundableOf } from '#modules/orders/order-money.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { refuseReopening } from '#modules/orders/server/order-hold.ts'
import { readHandRefunded, readHeldByHand, readPayments } from '#modules/orders/server/read-order-money.ts'
import {
	failStopped,
	lockOrder,
	type StaffSet,
	transitionByStaff,
	transitionOrder,
} from '#modules/orders/server/transition-order.ts'
import { correos, type OrderBefore, type OrderRow, ordenes, type UndoableChange } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import type { OrderDetail, RefundAnswer } from '#modules/staff-orders/shapes.ts'

/** Runs an action under the order's lock, and returns the order's history. A rejected action changes nothing. */
export async function actOnOrder(
	deps: StaffDeps,
	orderId: string,
	act: (tx: Transaction, order: OrderRow) => Promise<Failure | undefined>,
): Promise<OrderDetail | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	return await transactionOrFailure(deps.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		if (!order) return fail('orden_desconocida')
		return (await act(tx, order)) ?? (await readOrder(deps, tx, orderId))
	})
}

/** As `actOnOrder`, for an action of a key: `repetida` says whether it was done before. */
export async function actOnce(
	deps: StaffDeps,
	orderId: string,
	act: (tx: Transaction, order: OrderRow) => Promise<{ readonly isRepeated: boolean } | Failure>,
): Promise<RefundAnswer | Failure> {
	let repetida = false
	const detail = await actOnOrder(deps, orderId, async (tx, order) => {
		const done = await act(tx, order)
		if (isFailure(done)) return done
		repetida = done.isRepeated
		return undefined
	})
	return isFailure(detail) ? detail : { ...detail, repetida }
}

/** Fails with `accion_no_corresponde` for an action that does not apply to the locked order. */
export async function checkAction(tx: Transaction, action: OrderAction, order: OrderRow): Promise<Failure | undefined> {
	const pagos = await readPayments(tx, order.id)
	const devolvible_a_mano = await readHeldByHand(tx, order, pagos)
	return canDo(action, { ...order, devolvible: refundableOf(pagos), devolvible_a_mano })
		? undefined
		: fail('accion_no_corresponde', { extra: { estado: order.estado } })
}

/** Moves a locked order to the action's state. Idempotent: an order in that state stays unchanged. */
export async function moveBy(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	move: {
		action: OrderAction
		estado: Estado
		actorId: number
		why: AuditAction | CaseReason
		motivo?: string
		isDone: boolean
		undoableUntil?: Date
		set?: StaffSet
	},
): Promise<Failure | undefined> {
	if (move.isDone) return undefined
	if (move.action === 'entregar' && order.entrega_detenida) return await failStopped(tx, order)
	const wrong = await checkAction(tx, move.action, order)
	if (wrong) return wrong
	return await transitionByStaff(deps, tx, order, move)
}

/** Dependencies of an undoable change: its mails and documents wait until `undoableUntil`. */
type UndoableDeps = StaffDeps & { readonly undoableUntil: Date }

const beforeOf = (order: OrderRow): OrderBefore => ({
	estado: order.estado,
	total: order.total,
	metodo_pago: order.metodo_pago,
	atencion: order.atencion,
	entrega_liberada: order.entrega_liberada,
	comprobante_rechazado: order.comprobante_rechazado,
	pagado_a_mano: order.pagado_a_mano,
	expires_at: order.expires_at?.toISOString() ?? null,
	pagada_at: order.pagada_at?.toISOString() ?? null,
	avisada_at: order.avisada_at?.toISOString() ?? null,
})

/**
 * Changes a locked order such that staff can undo it for a minute. Mails enqueued by `change` are sent afterwards, and
 * deleted by an undo; `change` passes `undoableUntil` to the writers of documents. A rejected or empty change leaves
 * nothing to undo.
 */
export async function makeUndoable(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	change: (deps: UndoableDeps) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
	const [id, now] = [deps.newId(), deps.clock.now()]
	const undoableUntil = new Date(now.getTime() + settledSeconds * 1_000)
	const mail: StaffDeps['mail'] = (mailTx, ...mails) =>
		deps.mail(mailTx, ...mails.map((one) => ({ ...one, cambio_id: id })))
	const failure = await change({ ...deps, mail, undoableUntil })
	if (failure) return failure
	const after = await lockOrder(tx, order.id)
	if (!after || after.version === order.version) return undefined
	const { version, atencion } = after
	const [antes, dinero] = [beforeOf(order), await readMoney(tx, order.id)]
	const deshacer = { id, hecha_at: now.toISOString(), version, atencion, dinero, antes, deshecha: false }
	await tx.update(ordenes).set({ deshacer }).where(eq(ordenes.id, order.id))
	return undefined
}

/** The CLP captured by gateways for an order, and those that left it or are requested to. */
async function readMoney(tx: Transaction, orderId: string): Promise<UndoableChange['dinero']> {
	const payments = await readPayments(tx, orderId)
	const captured = payments.filter((payment) => goneOf(payment) + payment.devolvible > 0)
	const devuelto = payments.reduce((sum, payment) => sum + goneOf(payment), await readHandRefunded(tx, orderId))
	return { pagado: captured.reduce((sum, { monto }) => sum + monto, 0), devuelto }
}

/** The reason against an undo; undefined when it is possible. */
async function refuseUndo(
	tx: Transaction,
	order: OrderRow,
	change: UndoableChange,
	now: Date,
): Promise<Failure | undefined> {
	if (now.getTime() - Date.parse(change.hecha_at) > (undoSeconds + undoGraceSeconds) * 1_000)
		return fail('ya_no_se_deshace')
	if (isAnonymized(order)) {
		return fail('ya_no_se_deshace', { text: 'No se puede deshacer: el cliente eliminó su cuenta.' })
	}
	if (change.version !== order.version) {
		return fail('ya_no_se_deshace', { text: 'No se puede deshacer: la orden cambió después. Revisa cómo está ahora.' })
	}
	const { pagado, devuelto } = await readMoney(tx, order.id)
	if (pagado !== change.dinero.pagado || devuelto !== change.dinero.devuelto) {
		return fail('ya_no_se_deshace', { text: 'No se puede deshacer: después se movió dinero de esta orden.' })
	}
	return undefined
}

/** Audits the undone fields of a change; the state has a row of its own. */
async function auditUndone(tx: Transaction, order: OrderRow, antes: OrderBefore, actorId: number): Promise<void> {
	for (const campo of ['total', 'metodo_pago'] as const) {
		if (order[campo] === antes[campo]) continue
		const values = { campo, antes: order[campo], despues: antes[campo] }
		await auditOrder(tx, order.id, actorId, { accion: 'cambio_deshecho', ...values })
	}
}

/**
 * Undoes the last change by staff of a locked order: state, stock, total, method; its mails and documents are never
 * sent.
 */
export async function undoLocked(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	actorId: number,
): Promise<Failure | undefined> {
	const change = order.deshacer
	if (!change) return fail('ya_no_se_deshace', { text: 'No hay un cambio que deshacer.' })
	if (change.deshecha) return undefined
	const failed = await refuseUndo(tx, order, change, deps.clock.now())
	if (failed) return failed
	// A case opened since the change stays.
	const atencion = order.atencion === change.atencion ? change.antes.atencion : order.atencion
	const antes = { ...change.antes, atencion }
	const failure = await restoreOrder(deps, tx, order, { antes, actorId, why: 'cambio_deshecho' })
	if (failure) return failure
	await tx.delete(correos).where(and(eq(correos.cambio_id, change.id), isNull(correos.enviado_at)))
	const { orden_id, rechazado_at } = comprobantes
	const refused = and(eq(orden_id, order.id), gte(rechazado_at, new Date(change.hecha_at)))
	await tx.update(comprobantes).set({ rechazado_at: null }).where(refused)
	await auditUndone(tx, order, antes, actorId)
	await tx
		.update(ordenes)
		.set({ deshacer: { ...change, deshecha: true } })
		.where(eq(ordenes.id, order.id))
	return undefined
}

/** Undoes the last change by staff within its minute. Idempotent. Fails with `ya_no_se_deshace`. */
export async function undoChange(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) => undoLocked(deps, tx, order, actorId))
}

/** The fields of an order before a change; what is left out was not changed by it. */
type Before = Pick<OrderBefore, 'estado' | 'expires_at' | 'pagada_at' | 'pagado_a_mano'> & Partial<OrderBefore>

const moment = (text: string | null) => (text === null ? null : new Date(text))

const notFree = (reason: string): Failure => fail('ya_no_se_deshace', { text: `No se puede deshacer: ${reason}` })

/**
 * Restores a locked order to its state before an undoable change, with stock and documents. Asks for stock, the code's
 * uses and the customer's limits as a new order does: fails with `ya_no_se_deshace` and changes nothing when one is gone.
 */
export async function restoreOrder(
	deps: Pick<StaffDeps, 'mail' | 'jobs' | 'hooks' | 'clock'>,
	tx: Transaction,
	order: OrderRow,
	{ antes, actorId, why }: { antes: Before; actorId: number; why: AuditAction },
): Promise<Failure | undefined> {
	const { estado, expires_at, pagada_at, avisada_at, ...others } = antes
	const set = {
		...others,
		expires_at: moment(expires_at),
		pagada_at: moment(pagada_at),
		...(avisada_at !== undefined && { avisada_at: moment(avisada_at) }),
	}
	if (reservesStock[estado]) {
		const restored = { ...order, ...set }
		const refused = await refuseReopening(deps, tx, restored, await readSettings(tx), deps.clock.now())
		if (refused?.failure === 'cupon_invalido') return notFree('el cupón de esta orden ya no le queda a su cliente.')
		if (refused) return notFree('mientras tanto se llegó al límite de unidades sin pagar de su cliente.')
	}
	const shortage = await transitionOrder(deps, tx, order, { estado, actorId, why, set })
	return shortage && notFree(`del color ${shortage.color} quedan ${shortage.disponible}. La orden sigue como está.`)
}
