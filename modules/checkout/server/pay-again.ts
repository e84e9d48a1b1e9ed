import { and, eq, inArray } from 'drizzle-orm'
import { FailureAnswer, orRefuse, refuse } from '#core/contract/failure.ts'
import { type GatewayMethod, isGatewayMethod, paymentUrlField } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { methodProblem, outOfStock } from '#modules/checkout/sale-problem.ts'
import { confirmationUrl } from '#modules/checkout/server/confirmation-routes.ts'
import type { PlacedOrder } from '#modules/checkout/server/place-order.ts'
import { isAnonymized, waitsForCustomer } from '#modules/orders/estado.ts'
import { isPayableAt, laterEnd, pageUntil, payableDays } from '#modules/orders/hold-times.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import { reopeningProblem } from '#modules/orders/server/order-hold.ts'
import { mailPaymentConfirmed } from '#modules/orders/server/order-mails.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import { createAttempt, hasLivingPage, newestAttempt, openAttempt } from '#modules/payments/server/open-attempt.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

export interface PayAgainDeps extends PaymentContext {
	readonly settings: Pick<ShopSettings, 'publicUrl' | 'gateways'>
}

const tooLateText = `Esta orden ya no se puede pagar: pasaron ${payableDays} días. Haz un pedido nuevo con los mismos productos.`

/** The payer: a logged-in customer, or the holder of the order's signed link. */
type Payer = { readonly usuario_id: number } | 'enlace'

/**
 * Opens a payment for a waiting or failed order at its gateway, or at the `wanted` one: its stock is reserved again if it
 * was returned, and a new attempt is opened unless the newest one is still payable. The gateway is polled first, as the
 * order may be paid. A total of 0 is paid at once. Both are payable for some days at their own price; the hold of a
 * waiting one is extended up to its last end. Refuses with `orden_desconocida` (also for another customer's order),
 * `cuenta_bloqueada`, `metodo_no_disponible`, `orden_no_se_paga`, `sin_stock`, `limite_ordenes`, `limite_unidades`, `cupon_invalido`,
 * `demasiadas_solicitudes` after too many attempts, and `pago_no_disponible` while the gateway does not answer.
 */
export async function payAgain(
	deps: PayAgainDeps,
	payer: Payer,
	orderId: string,
	wanted?: GatewayMethod,
): Promise<PayableOrder> {
	await settleOpenAttempts(deps, payer, orderId)
	const payable = await deps.db.transaction(async (tx): Promise<OrderRow> => {
		const locked = await lockOrder(tx, orderId)
		if (!locked || !isOwn(locked, payer)) refuse('orden_desconocida')
		// Without its lock: a deletion of the account locks it first and then waits for this order.
		if (await tx.$count(usuarios, and(eq(usuarios.id, locked.user ?? 0), isBlocked))) refuse('cuenta_bloqueada')
		if (!isGatewayMethod(locked.metodo_pago)) refuse('metodo_no_disponible')
		const metodo_pago = wanted ?? locked.metodo_pago
		const settings = await readSettings(tx)
		orRefuse(methodProblem(metodo_pago, settings, deps.settings.gateways))
		if (!waitsForCustomer(locked.estado) || isAnonymized(locked)) refuse('orden_no_se_paga')
		const now = deps.clock.now()
		if (!isPayableAt(locked, now)) refuse('orden_no_se_paga', { text: tooLateText })
		const newest = await newestAttempt(tx, orderId)
		if (locked.estado === 'pendiente' && newest && canBePaidAt(newest, { ...locked, metodo_pago }, now))
			return { ...locked, metodo_pago }

		const order = await endHold(deps, tx, locked, now)
		orRefuse(await reopeningProblem(deps, tx, order, settings, now))
		const actorId = payer === 'enlace' ? null : payer.usuario_id
		const isFree = order.total === 0
		const reabierta_at = order.estado === 'fallida' ? now : order.reabierta_at
		const expires_at = laterEnd(order, pageUntil({ ...order, reabierta_at }, now))
		const move = isFree
			? { estado: 'pagada' as const, set: { expires_at: null, pagada_at: now, metodo_pago } }
			: { estado: 'pendiente' as const, set: { expires_at, reabierta_at, metodo_pago } }
		const shortage = await transitionOrder(deps, tx, order, { ...move, actorId, why: 'pago_reintentado' })
		if (shortage) return orRefuse(outOfStock(shortage))
		const moved: OrderRow = { ...order, ...move.set, estado: move.estado }
		if (isFree) await mailPaymentConfirmed(deps, tx, moved)
		else await createAttempt(deps, tx, moved, metodo_pago)
		return moved
	})
	return await answerOrder(deps, payable)
}

/** Whether an attempt still matches the order's total and payment method, which staff may have changed. */
function canBePaidAt(attempt: AttemptRow, order: Pick<OrderRow, 'total' | 'metodo_pago'>, now: Date): boolean {
	const isOpen = ['creado', 'abriendo', 'abierto'].includes(attempt.estado) && hasLivingPage(attempt, now)
	return isOpen && attempt.monto === order.total && attempt.gateway === order.metodo_pago
}

/** Lets a waiting order fail whose hold can be extended no more, so that it takes stock and limits anew. */
async function endHold(deps: PayAgainDeps, tx: Transaction, order: OrderRow, now: Date): Promise<OrderRow> {
	const end = laterEnd(order, pageUntil(order, now))
	if (order.estado !== 'pendiente' || end === null || end > now) return order
	const move = { estado: 'fallida', actorId: null, why: 'vencida', set: { expires_at: null } } as const
	await transitionOrder(deps, tx, order, move)
	return (await lockOrder(tx, order.id)) ?? order
}

const isOwn = ({ user }: Pick<OrderRow, 'user'>, payer: Payer) => payer === 'enlace' || user === payer.usuario_id

/**
 * Polls the gateways about the open attempts of the payer's own order while it waits for a payment. Refuses with
 * `orden_desconocida` before any request to a gateway, and with `pago_no_disponible` (or this text of it) while one does
 * not answer.
 */
export async function settleOpenAttempts(
	deps: PaymentContext,
	payer: Payer,
	orderId: string,
	silent?: { readonly text: string },
): Promise<void> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const { user, estado } = ordenes
	const [order] = await deps.db.select({ user, estado }).from(ordenes).where(eq(ordenes.id, orderId))
	if (!order || !isOwn(order, payer)) refuse('orden_desconocida')
	if (!waitsForCustomer(order.estado)) return
	const unsettled = await deps.db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.orden_id, orderId), inArray(intentosPago.estado, ['abierto', 'pendiente'])))
	try {
		for (const { id } of unsettled) await settlePayment(deps, id)
	} catch (error) {
		if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, orden_id: orderId }, 'a gateway does not tell whether an order was paid')
		refuse('pago_no_disponible', silent)
	}
}

/**
 * Answers a placed order. A repeated request may find it paid, failed or cancelled: a waiting or failed order is
 * paid again and reserves its stock, a paid one leads to its confirmation. Refuses with `orden_no_se_paga` for a
 * cancelled order, and as payAgain does.
 */
export async function answerPlaced(
	deps: PayAgainDeps,
	{ order, isRepetition }: PlacedOrder,
	accountId: number,
): Promise<PayableOrder> {
	if (isRepetition && order.estado === 'cancelado') refuse('orden_no_se_paga')
	if (!isRepetition || !isGatewayMethod(order.metodo_pago)) return await answerOrder(deps, order)
	try {
		return await payAgain(deps, { usuario_id: accountId }, order.id)
	} catch (error) {
		if (!(error instanceof FailureAnswer && error.failure.failure === 'orden_no_se_paga')) throw error
		const [settled] = await deps.db.select().from(ordenes).where(eq(ordenes.id, order.id))
		if (!settled || settled.estado === 'cancelado') throw error
		return await answerOrder(deps, settled)
	}
}

/**
 * Returns the order and the address of its payment. Refuses with `pago_no_disponible` while the gateway does not
 * answer; the order exists, and a repeated request tries again.
 */
async function answerOrder(
	deps: PaymentContext & { settings: Pick<ShopSettings, 'publicUrl'> },
	order: OrderRow,
): Promise<PayableOrder> {
	const { id: orden_id, nro_orden, despacho, descuento, total, estado, metodo_pago } = order
	const base = { orden_id, nro_orden, despacho, descuento, total, estado }
	if (!isGatewayMethod(metodo_pago)) return base
	// An order without a payment due (a total of 0) leads to its confirmation: a payment page would be paid twice.
	const payment =
		estado === 'pendiente'
			? await openAttempt(deps, orden_id)
			: { url: confirmationUrl(deps.settings.publicUrl, metodo_pago, orden_id) }
	return { ...base, [paymentUrlField[metodo_pago]]: payment.url }
}
