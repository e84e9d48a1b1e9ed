import { and, asc, eq, gt, isNotNull, lte, notExists, or } from 'drizzle-orm'
import { transferHoldHours, transferReminderHours } from '#domain/orders/hold-times.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import { reconcileAgeLimitHours } from '#domain/payments/reconcile.ts'
import { correos } from '#server/db/tables/mail.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import { lockOrder, moveOrder, type OrderRow } from '#server/orders/move-order.ts'
import { mailTransferReminder } from '#server/orders/order-mails.ts'
import { createPatience, type Patience } from '#server/payments/patience.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

const batch = 200

/** How long past its end an order still waits for a gateway that does not answer whether it was paid. */
const silentGatewayHours = 2

/**
 * Lets unpaid orders fail whose time is over, and gives their bottles back. The gateway is asked first; while it does not
 * answer the order waits, for two hours at most. Transfers without a proof are reminded of half-way.
 */
export async function expireOrders(deps: PaymentDeps): Promise<void> {
	await remindOfTransfers(deps)
	await failOverdue(deps)
}

async function failOverdue(deps: PaymentDeps): Promise<void> {
	const now = deps.clock.now()
	const patience = createPatience()
	let last: OrderRow | undefined
	do {
		const due = await dueOrders(deps, now, last)
		for (const order of due) {
			if (patience.isOver()) return
			if (isGatewayMethod(order.metodo_pago) && !(await wasAsked(deps, order, now, patience))) continue
			await onItsOwn(deps, order, () => letFail(deps, order.id, now))
		}
		last = due.length === batch ? due.at(-1) : undefined
	} while (last)
}

async function letFail(deps: PaymentDeps, orden_id: string, now: Date): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const locked = await lockOrder(tx, orden_id)
		if (locked?.estado !== 'pendiente' || !locked.expires_at || locked.expires_at > now) return
		const move = { estado: 'fallida', by: null, why: 'vencida', set: { expires_at: null } } as const
		await moveOrder(tx, deps.mail, locked, move)
	})
}

/** Does something with one order; what goes wrong with it keeps neither the bottles nor the reminders of the others waiting. */
async function onItsOwn({ log }: PaymentDeps, order: OrderRow, run: () => Promise<void>): Promise<void> {
	try {
		await run()
	} catch (error) {
		log.error(
			{ err: error, orden_id: order.id },
			'an order could not be ended or reminded of; the next round tries again',
		)
	}
}

/** The next orders that are over, oldest first, after `last`: those that go on waiting keep none behind them from its turn. */
async function dueOrders(deps: PaymentDeps, now: Date, last: OrderRow | undefined): Promise<OrderRow[]> {
	const { expires_at, id } = ordenes
	const isAfter = last?.expires_at
		? or(gt(expires_at, last.expires_at), and(eq(expires_at, last.expires_at), gt(id, last.id)))
		: undefined
	return await deps.db
		.select()
		.from(ordenes)
		.where(and(lte(expires_at, now), eq(ordenes.estado, 'pendiente'), isAfter))
		.orderBy(asc(expires_at), asc(id))
		.limit(batch)
}

/**
 * Settles every attempt of the order that is young enough for its gateway to tell of it. False while the gateway is silent, or
 * refuses, and the order should go on waiting.
 */
async function wasAsked(deps: PaymentDeps, order: OrderRow, now: Date, patience: Patience): Promise<boolean> {
	const waitedMs = now.getTime() - (order.expires_at ?? now).getTime()
	const isLongOver = waitedMs > silentGatewayHours * 3_600_000
	if (patience.isSilent(order.metodo_pago)) return isLongOver
	const oldest = new Date(now.getTime() - reconcileAgeLimitHours * 3_600_000)
	const { orden_id, gateway_ref, created_at } = intentosPago
	const attempts = await deps.db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(orden_id, order.id), isNotNull(gateway_ref), gt(created_at, oldest)))
	try {
		for (const { id } of attempts) await settlePayment(deps, id)
		return true
	} catch (error) {
		patience.failed(order.metodo_pago, error)
		deps.log.warn(
			{ err: error, orden_id: order.id },
			'an order is over but its gateway does not tell whether it was paid',
		)
		return isLongOver
	}
}

async function remindOfTransfers(deps: PaymentDeps): Promise<void> {
	const now = deps.clock.now()
	const halfWay = new Date(now.getTime() + (transferHoldHours - transferReminderHours) * 3_600_000)
	const waiting = await deps.db
		.select()
		.from(ordenes)
		.where(
			and(
				eq(ordenes.estado, 'pendiente'),
				eq(ordenes.metodo_pago, 'transferencia'),
				lte(ordenes.expires_at, halfWay),
				gt(ordenes.expires_at, now),
				notExists(
					deps.db
						.select({ id: correos.id })
						.from(correos)
						.where(and(eq(correos.orden_id, ordenes.id), eq(correos.plantilla, 'recordatorio_transferencia'))),
				),
			),
		)
		.orderBy(asc(ordenes.expires_at))
		.limit(batch)
	// The mail's key is the order's, so that each is reminded once however many processes do this at once.
	for (const order of waiting) {
		await onItsOwn(deps, order, () => deps.db.transaction((tx) => mailTransferReminder(tx, deps.mail, order)))
	}
}
