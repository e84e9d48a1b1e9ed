import { and, eq, sql } from 'drizzle-orm'
import { type Failure, fail, orRefuse } from '#core/contract/failure.ts'
import type { AuditAction, CaseReason } from '#core/rules/audit-actions.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { type NotifyContext, runHooks } from '#modules/lists/context.ts'
import { datesFor, type Estado, isSale, reservesStock, waitsForCustomer } from '#modules/orders/estado.ts'
import { deliveryStop } from '#modules/orders/handover.ts'
import {
	type Dinero,
	isCalledOff,
	moneyOf,
	type OrderBooks,
	paidAgain,
	stopsDelivery,
} from '#modules/orders/order-money.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import {
	mailOrderCancelled,
	mailOrderResumed,
	mailPaymentConfirmed,
	mailStaff,
	type OrderMailData,
} from '#modules/orders/server/order-mails.ts'
import { readBooks, readHandRefunded, readOrderMoney, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { returnStock, type Shortage, takeStock } from '#modules/orders/server/reserve-stock.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

const mayReserveUnpaid = (estado: Estado) => estado === 'pendiente' || estado === 'en_revision' || estado === 'fallida'

/** Reads an order and locks its row until `tx` ends. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRow | undefined> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId)).for('update')
	return order
}

/** A delivery without a measured distance is a case while the order may be delivered. */
function measuringCase(order: OrderRow, estado: Estado): Partial<Pick<OrderRow, 'atencion'>> {
	if (!order.despacho_sin_medir || order.entrega_liberada !== null) return {}
	if (reservesStock[estado]) return { atencion: order.atencion ?? 'despacho_sin_medir' }
	return order.atencion === 'despacho_sin_medir' ? { atencion: null } : {}
}

/** The fields that a move may set beside the state. */
type MovedField =
	| 'expires_at'
	| 'reabierta_at'
	| 'pagada_at'
	| 'avisada_at'
	| 'pagado_a_mano'
	| 'atencion'
	| 'entrega_liberada'
	| 'total'
	| 'metodo_pago'
	| 'comprobante_rechazado'

/**
 * Moves a locked order to another state with its stock: units leave stock when the new state reserves them and
 * return otherwise. Returns the shortage, having changed nothing, when units are missing. Throws for a stale
 * `order`: read it with lockOrder before each move. The only writer of `estado` and what depends on it. Notifies
 * staff once of a new sale.
 */
export async function transitionOrder(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	move: {
		estado: Estado
		actorId: number | null
		why: AuditAction | CaseReason
		set?: Partial<Pick<OrderRow, MovedField>>
		/** Moves without reserving stock when units are missing: for late payments that staff must settle. */
		withoutStock?: boolean
		/** No tax document is emitted before: until then the move can be undone. */
		undoableUntil?: Date | undefined
		/** A new dispute: its delivery is stopped, whatever staff decided before. */
		isNewDispute?: boolean
	},
): Promise<Shortage | undefined> {
	const needsStock = reservesStock[move.estado] && !order.stock_tomado && move.withoutStock !== true
	if (needsStock) {
		const shortage = await takeStock(deps, tx, order.id)
		if (shortage) return shortage
	}
	const returnsUnits = !reservesStock[move.estado] && order.stock_tomado
	if (returnsUnits) await returnStock(tx, order.id)
	const [moved] = await tx
		.update(ordenes)
		.set({
			...measuringCase(order, move.estado),
			...(!waitsForCustomer(move.estado) && { comprobante_rechazado: null }),
			...move.set,
			estado: move.estado,
			...(move.actorId === null ? {} : { cancelada_por: move.estado === 'cancelado' ? move.actorId : null }),
			stock_tomado: needsStock || (order.stock_tomado && !returnsUnits),
			// Set only while the order may reserve units unpaid.
			...(order.red !== null && !mayReserveUnpaid(move.estado) && { red: null }),
			version: sql`${ordenes.version} + 1`,
		})
		.where(and(eq(ordenes.id, order.id), eq(ordenes.version, order.version)))
		.returning()
	// A move from a stale state would count its units twice.
	if (!moved) throw new Error(`order ${order.id} was changed since it was read`)
	if (order.estado !== move.estado) {
		const moves = { campo: 'estado', antes: order.estado, despues: move.estado }
		await auditOrder(tx, order.id, move.actorId, { accion: move.why, ...moves })
	}
	await announceSale(deps, tx, moved)
	const { undoableUntil: notBefore, isNewDispute = false } = move
	await followMoney(deps, tx, order.id, { notBefore, isNewDispute })
	return undefined
}

/** Fields that a move of staff sets in the place of what the state implies. */
export type StaffSet = Partial<Pick<OrderRow, 'pagada_at' | 'metodo_pago' | 'atencion'>>

/**
 * Sets a locked order's state with stock, dates and mails: for a confirmed payment once per order, for a cancellation
 * with its `motivo`, and for each resumption. Refuses with `sin_stock` when the state needs sold units, and with
 * `entrega_detenida` while its delivery is stopped, having changed nothing.
 */
export async function transitionByStaff(
	deps: NotifyContext & { readonly clock: Clock },
	tx: Transaction,
	order: OrderRow,
	move: {
		estado: Estado
		actorId: number
		why: AuditAction | CaseReason
		motivo?: string
		undoableUntil?: Date | undefined
		set?: StaffSet
	},
): Promise<void> {
	if (move.estado === 'completado' && order.estado !== 'completado' && order.entrega_detenida) {
		orRefuse(await failStopped(tx, order))
	}
	const dates = { ...datesFor(move.estado, order, deps.clock.now()), ...move.set }
	const isNowPaid = order.pagada_at === null && dates.pagada_at !== null
	const pagado_a_mano = isNowPaid ? paidAgain(order, await readHandRefunded(tx, order.id)) : order.pagado_a_mano
	const set = { ...dates, pagado_a_mano }
	const shortage = await transitionOrder(deps, tx, order, { ...move, set })
	if (shortage) orRefuse(failShort(shortage))
	const isConfirmed = isNowPaid && (move.estado === 'pagada' || order.estado === 'completado')
	if (isConfirmed) await mailPaymentConfirmed(deps, tx, await readRow(tx, order.id))
	const isResumed = order.estado === 'cancelado' && !['cancelado', 'fallida'].includes(move.estado)
	if (isResumed && !isConfirmed) await mailOrderResumed(deps, tx, await readRow(tx, order.id), move.estado)
	if (move.estado === 'cancelado' && order.estado !== 'cancelado') {
		const moneyOf = await readOrderMoney(tx, [order.id])
		await mailOrderCancelled(deps, tx, order, { motivo: move.motivo ?? '', ...shownMoney(moneyOf(order.id)) })
	}
}

/** The failure of a state that needs more units than are in stock. */
export const failShort = (shortage: Shortage): Failure =>
	fail('sin_stock', {
		text: `No hay stock suficiente de ${shortage.color}: quedan ${shortage.disponible}.`,
		extra: { ...shortage },
	})

async function readRow(tx: Transaction, orderId: string): Promise<OrderRow> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order) throw new Error('the order is gone')
	return order
}

/** Whether new orders are listed in the daily summary, which then sets their `avisada_at`. */
export const waitsForSummary = ({ aviso_pedidos }: Settings): boolean => aviso_pedidos === 'resumen'

/** Notifies staff of a new order: by push, and by mail where the owner chose one per order. Once per order. */
export async function notifySale(
	deps: NotifyContext,
	tx: Transaction,
	order: OrderRow,
	{ aviso_pedidos }: Settings,
	data?: OrderMailData,
): Promise<void> {
	await runHooks(deps.hooks.staffAlert, deps, tx, {
		clave: `orden_pagada:${order.id}`,
		tipo: 'orden_pagada',
		orden: order,
	})
	if (aviso_pedidos !== 'uno') return
	const por_cobrar = order.estado === 'pendiente' ? order.total : 0
	await mailStaff(deps, tx, order, { plantilla: 'orden_nueva', cual: order.id, about: { por_cobrar }, data })
}

/** Notifies staff of a locked order when it is a sale of which they were not notified yet. */
export async function announceSale(deps: NotifyContext, tx: Transaction, order: OrderRow): Promise<void> {
	if (order.avisada_at !== null || !isSale(order)) return
	const settings = await readSettings(tx)
	if (!waitsForSummary(settings)) {
		await tx.update(ordenes).set({ avisada_at: sql`now()` }).where(eq(ordenes.id, order.id))
	}
	await notifySale(deps, tx, order, settings)
}

interface MoneyChange {
	/** No tax document is emitted before: until then the change can be undone. */
	readonly notBefore?: Date | undefined
	/** A new dispute: staff decide again about the delivery. */
	readonly isNewDispute?: boolean
	/** Staff changed the total: the excess paid is owed. */
	readonly isNewTotal?: boolean
}

/**
 * Updates all that depends on an order's money, in each transaction that may change it: what other modules hang on it,
 * stopped delivery, and the case for money owed to the customer. Idempotent under the order's lock.
 */
export async function followMoney(
	deps: NotifyContext,
	tx: Transaction,
	orderId: string,
	change: MoneyChange = {},
): Promise<void> {
	await runHooks(deps.hooks.orderMoneyChanged, deps, tx, { orderId, notBefore: change.notBefore })
	await followBooks(tx, orderId, change)
}

/** Updates whether an order's delivery is stopped and whether it is a case for money owed. */
export async function followBooks(tx: Transaction, orderId: string, change: MoneyChange = {}): Promise<void> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, orderId))
	const books = (await readBooks(tx, [orderId])).get(orderId)
	if (!order || !books) return
	const byMoney = stopsDelivery(books, moneyOf(books))
	const stop = deliveryStop({ ...order, byMoney, isNewDispute: change.isNewDispute === true })
	const next = { ...stop, atencion: caseOf(order, books, change) }
	const fields = ['entrega_detenida', 'entrega_liberada', 'atencion'] as const
	if (fields.some((field) => order[field] !== next[field]))
		await tx.update(ordenes).set(next).where(eq(ordenes.id, orderId))
}

/** Another open case has precedence: money owed is checked again when that one is resolved. */
function caseOf({ atencion }: OrderRow, books: OrderBooks, { isNewTotal = false }: MoneyChange): OrderRow['atencion'] {
	const isOwed = moneyOf(books).por_devolver > 0
	if (atencion === 'falta_devolver') return isOwed ? atencion : null
	const opens = isOwed && (isCalledOff(books.estado) || isNewTotal)
	return opens ? (atencion ?? 'falta_devolver') : atencion
}

const reasons: Partial<Readonly<Record<Dinero, string>>> = {
	devuelta: 'su dinero ya se devolvió',
	por_devolver: 'su dinero se está devolviendo',
	en_disputa: 'alguien discute su pago',
}

/** The failure `entrega_detenida` with its reason for an order whose delivery is stopped. */
export async function failStopped(tx: Transaction, order: OrderRow): Promise<Failure> {
	const books = (await readBooks(tx, [order.id])).get(order.id)
	const money = books && moneyOf(books)
	const byCase = order.despacho_sin_medir
		? 'no se pudo medir su despacho'
		: 'la pasarela avisa de un problema con su pago'
	const why = (money && reasons[money.dinero]) ?? byCase
	const gone = money?.dinero === 'devuelta' ? ` (${formatClp(money.devuelto + money.devuelto_por_banco)})` : ''
	return fail('entrega_detenida', {
		text: `La orden ${order.nro_orden} no se entrega: ${why}${gone}. Para entregarla de todos modos, usa «Entregar igual» en la orden.`,
		extra: { nro_orden: order.nro_orden, ...(money && { dinero: money.dinero }) },
	})
}
