import { and, eq, gte, isNull } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import type { AuditAction, CaseReason } from '#core/rules/audit-actions.ts'
import { settledSeconds, undoGraceSeconds, undoSeconds } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { type Estado, isAnonymized, reservesStock } from '#modules/orders/estado.ts'
import { canDo, type OrderAction } from '#modules/orders/order-actions.ts'
import { goneOf, refundableOf } from '#modules/orders/order-money.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { reopeningProblem } from '#modules/orders/server/order-hold.ts'
import { readHandRefunded, readHeldByHand, readPayments } from '#modules/orders/server/read-order-money.ts'
import {
	failStopped,
	lockOrder,
	type StaffSet,
	transitionByStaff,
	transitionOrder,
} from '#modules/orders/server/transition-order.ts'
import { readOrder } from '#modules/orders/staff/server/read-order.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { correos, type OrderBefore, type OrderRow, ordenes, type UndoableChange } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/**
 * Runs an action under the order's lock, and returns the order with its history. A refused action changes nothing.
 * Refuses with `orden_desconocida`, and as the action does.
 */
export async function actOnOrder(
	deps: StaffDeps,
	orderId: string,
	act: (tx: Transaction, order: OrderRow) => Promise<void>,
): Promise<OrderDetail> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	return await deps.db.transaction(async (tx) => {
		const order = (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida')
		await act(tx, order)
		return await readOrder(deps, tx, orderId)
	})
}

/** Refuses an action that does not apply to the locked order with `accion_no_corresponde`. */
export async function checkAction(tx: Transaction, action: OrderAction, order: OrderRow): Promise<void> {
	const pagos = await readPayments(tx, order.id)
	const devolvible_a_mano = await readHeldByHand(tx, order, pagos)
	const state = { ...order, devolvible: refundableOf(pagos), devolvible_a_mano }
	if (!canDo(action, state)) refuse('accion_no_corresponde', { extra: { estado: order.estado } })
}

/**
 * Moves a locked order to the action's state. Idempotent: an order in that state stays unchanged. Refuses as
 * `checkAction` and `transitionByStaff` do.
 */
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
		undoableUntil?: Date | undefined
		set?: StaffSet
	},
): Promise<void> {
	if (move.isDone) return
	if (move.action === 'entregar' && order.entrega_detenida) orRefuse(await failStopped(tx, order))
	await checkAction(tx, move.action, order)
	await transitionByStaff(deps, tx, order, move)
}

/**
 * Changes a locked order such that staff can undo it for a minute. Mails enqueued by `change` are sent afterwards, and
 * deleted by an undo; `change` passes `undoableUntil` to the writers of documents. An empty change leaves nothing to undo.
 */
export async function makeUndoable(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	change: (deps: StaffDeps & { readonly undoableUntil: Date }) => Promise<void>,
): Promise<void> {
	const [id, now] = [deps.newId(), deps.clock.now()]
	const undoableUntil = new Date(now.getTime() + settledSeconds * 1_000)
	const mail: StaffDeps['mail'] = (mailTx, ...mails) =>
		deps.mail(mailTx, ...mails.map((one) => ({ ...one, cambio_id: id })))
	await change({ ...deps, mail, undoableUntil })
	const after = await lockOrder(tx, order.id)
	if (!after || after.version === order.version) return
	const deshacer: UndoableChange = {
		id,
		hecha_at: now.toISOString(),
		version: after.version,
		atencion: after.atencion,
		dinero: await readMoney(tx, order.id),
		antes: {
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
		},
		deshecha: false,
	}
	await tx.update(ordenes).set({ deshacer }).where(eq(ordenes.id, order.id))
}

/** The CLP captured by gateways for an order, and those that left it or are requested to. */
async function readMoney(tx: Transaction, orderId: string) {
	const payments = await readPayments(tx, orderId)
	const captured = payments.filter((payment) => goneOf(payment) + payment.devolvible > 0)
	const devuelto = payments.reduce((sum, payment) => sum + goneOf(payment), await readHandRefunded(tx, orderId))
	return { pagado: captured.reduce((sum, { monto }) => sum + monto, 0), devuelto }
}

function refuseUndo(reason: string): never {
	return refuse('ya_no_se_deshace', { text: `No se puede deshacer: ${reason}` })
}

/**
 * Undoes the last change by staff within its minute: state, stock, total, method; its mails and documents are never
 * sent. Idempotent. Refuses with `ya_no_se_deshace`.
 */
export async function undoChange(deps: StaffDeps, actorId: number, orderId: string) {
	return await actOnOrder(deps, orderId, (tx, order) => undoLocked(deps, tx, order, actorId))
}

/** As `undoChange`, for a locked order, which a refused undo leaves as it is. */
export async function undoLocked(deps: StaffDeps, tx: Transaction, order: OrderRow, actorId: number): Promise<void> {
	const change = order.deshacer
	if (!change) refuse('ya_no_se_deshace', { text: 'No hay un cambio que deshacer.' })
	if (change.deshecha) return
	const age = deps.clock.now().getTime() - Date.parse(change.hecha_at)
	if (age > (undoSeconds + undoGraceSeconds) * 1_000) refuse('ya_no_se_deshace')
	if (isAnonymized(order)) refuseUndo('el cliente eliminó su cuenta.')
	if (change.version !== order.version) refuseUndo('la orden cambió después. Revisa cómo está ahora.')
	const { pagado, devuelto } = await readMoney(tx, order.id)
	if (pagado !== change.dinero.pagado || devuelto !== change.dinero.devuelto) {
		refuseUndo('después se movió dinero de esta orden.')
	}

	// A case opened since the change stays.
	const atencion = order.atencion === change.atencion ? change.antes.atencion : order.atencion
	const antes = { ...change.antes, atencion }
	await restoreOrder(deps, tx, order, { antes, actorId, why: 'cambio_deshecho' })
	await tx.delete(correos).where(and(eq(correos.cambio_id, change.id), isNull(correos.enviado_at)))
	const { orden_id, rechazado_at } = comprobantes
	const refused = and(eq(orden_id, order.id), gte(rechazado_at, new Date(change.hecha_at)))
	await tx.update(comprobantes).set({ rechazado_at: null }).where(refused)
	// The move has the audit row of the state.
	for (const campo of ['total', 'metodo_pago'] as const) {
		if (order[campo] === antes[campo]) continue
		const values = { campo, antes: order[campo], despues: antes[campo] }
		await auditOrder(tx, order.id, actorId, { accion: 'cambio_deshecho', ...values })
	}
	await tx
		.update(ordenes)
		.set({ deshacer: { ...change, deshecha: true } })
		.where(eq(ordenes.id, order.id))
}

/** The fields of an order before a change; what is left out was not changed by it. */
type Before = Pick<OrderBefore, 'estado' | 'expires_at' | 'pagada_at' | 'pagado_a_mano'> & Partial<OrderBefore>

const moment = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Restores a locked order to its state before an undoable change, with stock and documents. Asks for stock, the code's
 * uses and the customer's limits as a new order does: refuses with `ya_no_se_deshace`, having changed nothing, when one
 * is gone.
 */
export async function restoreOrder(
	deps: Pick<StaffDeps, 'mail' | 'jobs' | 'hooks' | 'clock'>,
	tx: Transaction,
	order: OrderRow,
	{ antes, actorId, why }: { antes: Before; actorId: number; why: AuditAction },
): Promise<void> {
	const { estado, expires_at, pagada_at, avisada_at, ...others } = antes
	const set = {
		...others,
		expires_at: moment(expires_at),
		pagada_at: moment(pagada_at),
		...(avisada_at !== undefined && { avisada_at: moment(avisada_at) }),
	}
	if (reservesStock[estado]) {
		const restored = { ...order, ...set }
		const refused = await reopeningProblem(deps, tx, restored, await readSettings(tx), deps.clock.now())
		if (refused?.failure === 'cupon_invalido') refuseUndo('el cupón de esta orden ya no le queda a su cliente.')
		if (refused) refuseUndo('mientras tanto se llegó al límite de unidades sin pagar de su cliente.')
	}
	const shortage = await transitionOrder(deps, tx, order, { estado, actorId, why, set })
	if (!shortage) return
	refuseUndo(`del color ${shortage.color} quedan ${shortage.disponible}. La orden sigue como está.`)
}
