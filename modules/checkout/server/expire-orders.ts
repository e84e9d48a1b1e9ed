import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type GatewayMethod, gatewayMethods, isGatewayMethod } from '#core/rules/payment-methods.ts'
import { runChores } from '#core/server/jobs/jobs.ts'
import type { Context } from '#modules/lists/context.ts'
import { type Estado, isAnonymized } from '#modules/orders/estado.ts'
import {
	cashReminderDays,
	expiryReason,
	payableAgainUntil,
	refusedReminderHours,
	reviewReminderDays,
	transferReminderHours,
	transferReservationHours,
} from '#modules/orders/hold-times.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import {
	mailOrderEnded,
	mailOrderEnding,
	mailStaffCase,
	mailTransferReminder,
	mailUnfinished,
} from '#modules/orders/server/order-mails.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { isUnfinished } from '#modules/orders/server/unfinished-orders.ts'
import { correos, type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { reconcileAgeLimitHours } from '#modules/payments/reconcile.ts'
import type { CircuitBreaker } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { createCircuitBreaker, pollEach, postponePoll } from '#modules/payments/server/poll-gateways.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

const batch = 200

/** States with an expiry: waiting for the payment, or for staff to confirm the proof. */
const endable: Estado[] = ['pendiente', 'en_revision']

/**
 * Expires overdue unpaid orders and returns their stock. Each order's gateway is polled first; while it does not
 * answer, only that order waits, for two hours at most. An unconfirmed proof becomes a case for staff, as the
 * customer may have paid. Sends reminders of transfers without a proof, and to staff before a proof or a cash order
 * expires, and offers a gateway order that was not paid once more.
 */
export async function expireOrders(deps: PaymentContext): Promise<void> {
	await runChores(
		() => remindOfTransfers(deps),
		() => remindStaff(deps),
		() => failOverdue(deps),
		() => offerUnfinished(deps),
	)
}

async function failOverdue(deps: PaymentContext): Promise<void> {
	const now = deps.clock.now()
	// Each gateway separately. An attempt that cannot be read is polled again in the next run, after the others.
	const breaker = createCircuitBreaker()
	await Promise.all([...deps.gateways.keys()].map((gateway) => pollGateway(deps, gateway, now, breaker)))
	let last: OrderRow | undefined
	do {
		const due = await dueOrders(deps, now, last)
		for (const order of due) await onItsOwn(deps, order, () => letFail(deps, order.id, now))
		last = due.length === batch ? due.at(-1) : undefined
	} while (last)
}

async function letFail(deps: PaymentContext, orderId: string, now: Date): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const locked = await lockOrder(tx, orderId)
		if (!locked || !endable.includes(locked.estado) || !locked.expires_at || locked.expires_at > now) return
		const why = expiryReason(locked)
		const atencion = why === 'revision_vencida' ? { atencion: why } : {}
		await transitionOrder(deps, tx, locked, {
			estado: 'fallida',
			actorId: null,
			why,
			set: { expires_at: null, ...atencion },
		})
		// The customer of a gateway order gets another mail, from `offerUnfinished`.
		if (!isGatewayMethod(locked.metodo_pago) && !isAnonymized(locked)) await mailOrderEnded(deps, tx, locked, why)
		if (why === 'revision_vencida') await mailStaffCase(deps, tx, locked, { motivo: why })
	})
}

/** Runs a step of one order; its failure does not affect the other orders. */
async function onItsOwn({ log }: PaymentContext, order: OrderRow, run: () => Promise<void>): Promise<void> {
	try {
		await run()
	} catch (error) {
		log.error(
			{ err: error, orden_id: order.id },
			'an order could not be ended or reminded of; the next round tries again',
		)
	}
}

/** The next overdue orders that wait for no gateway's answer, oldest first, after `last`. */
async function dueOrders(deps: PaymentContext, now: Date, last: OrderRow | undefined): Promise<OrderRow[]> {
	const { expires_at, id } = ordenes
	const isAfter = last?.expires_at
		? or(gt(expires_at, last.expires_at), and(eq(expires_at, last.expires_at), gt(id, last.id)))
		: undefined
	const unanswered = deps.db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.orden_id, id), awaitsGateway(deps, now)))
	return await deps.db
		.select()
		.from(ordenes)
		.where(and(lte(expires_at, now), inArray(ordenes.estado, endable), isAfter, notExists(unanswered)))
		.orderBy(asc(expires_at), asc(id))
		.limit(batch)
}

async function remindOfTransfers(deps: PaymentContext): Promise<void> {
	const now = deps.clock.now()
	const within = (hours: number) => lte(ordenes.expires_at, new Date(now.getTime() + hours * 3_600_000))
	const { comprobante_rechazado } = ordenes
	const waiting = await deps.db
		.select()
		.from(ordenes)
		.where(
			and(
				eq(ordenes.estado, 'pendiente'),
				eq(ordenes.metodo_pago, 'transferencia'),
				or(
					and(isNull(comprobante_rechazado), within(transferReservationHours - transferReminderHours)),
					and(isNotNull(comprobante_rechazado), within(refusedReminderHours)),
				),
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
	// The mail's key is the order's id: one reminder each, however many processes run this at once.
	for (const order of waiting) {
		await onItsOwn(deps, order, () => deps.db.transaction((tx) => mailTransferReminder(deps, tx, order)))
	}
}

/** Hours after its placement within which an unfinished order is still worth a mail. */
const offeredHours = 24

/**
 * Mails the customers of gateway orders that were not paid within their hold that the order is still payable: those
 * that expired here, and those that their gateway refused. Once per order, whatever happens to it later.
 */
async function offerUnfinished(deps: PaymentContext): Promise<void> {
	const now = deps.clock.now()
	if (!(await readSettings(deps.db)).aviso_sin_pagar) return
	const mayOffer = and(
		gt(ordenes.created_at, hoursBefore(now, offeredHours)),
		isUnfinished(deps.db, now),
		notExists(
			deps.db
				.select({ id: intentosPago.id })
				.from(intentosPago)
				.where(and(eq(intentosPago.orden_id, ordenes.id), gt(intentosPago.expires_at, now))),
		),
		notExists(
			deps.db
				.select({ id: correos.id })
				.from(correos)
				.where(and(eq(correos.orden_id, ordenes.id), eq(correos.plantilla, 'pago_sin_terminar'))),
		),
	)
	// Newest first: mails that an unproved address may not get yet do not keep back the others.
	const due = await deps.db.select().from(ordenes).where(mayOffer).orderBy(desc(ordenes.created_at)).limit(batch)
	for (const order of due) {
		await onItsOwn(deps, order, () =>
			deps.db.transaction(async (tx) => {
				await lockOrder(tx, order.id)
				const [locked] = await tx
					.select()
					.from(ordenes)
					.where(and(eq(ordenes.id, order.id), mayOffer))
				const until = locked && payableAgainUntil(locked, now)
				if (until) await mailUnfinished(deps, tx, locked, until)
			}),
		)
	}
}

/** Orders that only staff can settle, and the days before the expiry when staff are reminded. */
const reminders = [
	...reviewReminderDays.map((days) => ({ days, which: eq(ordenes.estado, 'en_revision') })),
	{ days: cashReminderDays, which: and(eq(ordenes.estado, 'pendiente'), eq(ordenes.metodo_pago, 'efectivo')) },
]

/** Reminds staff of unconfirmed proofs and of cash orders before they expire. Once per order and number of days. */
async function remindStaff(deps: Context): Promise<void> {
	const now = deps.clock.now()
	for (const { days, which } of reminders) {
		const soon = new Date(now.getTime() + days * 86_400_000)
		const key = sql`'orden_por_vencer:' || ${ordenes.id} || ${`:${days}:`}`
		const isNotified = sql`exists (select 1 from correos c where c.orden_id = ${ordenes.id} and starts_with(c.clave, ${key}))`
		const due = await deps.db
			.select({ id: ordenes.id })
			.from(ordenes)
			.where(
				and(
					which,
					isNotNull(ordenes.expires_at),
					lte(ordenes.expires_at, soon),
					gt(ordenes.expires_at, now),
					sql`not ${isNotified}`,
				),
			)
			.orderBy(ordenes.expires_at)
			.limit(batch)
		for (const { id } of due) {
			await deps.db.transaction(async (tx) => {
				const order = await lockOrder(tx, id)
				if (order?.expires_at) await mailOrderEnding(deps, tx, order, days)
			})
		}
	}
}

/** Orders of one gateway polled per run. */
const atMost = 1000

/** Hours after the expiry that an order waits for a gateway that does not answer. */
const silentGatewayHours = 2

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/**
 * SQL condition on a joined order and attempt: the order is overdue, and its gateway has not answered since.
 * Attempts older than a week, or of a gateway that is switched off, do not wait.
 */
function awaitsGateway(deps: PaymentContext, now: Date): SQL | undefined {
	const { gateway, gateway_ref, created_at, respondida_at } = intentosPago
	return and(
		inArray(ordenes.metodo_pago, [...gatewayMethods]),
		gt(ordenes.expires_at, hoursBefore(now, silentGatewayHours)),
		inArray(gateway, [...deps.gateways.keys()]),
		isNotNull(gateway_ref),
		gt(created_at, hoursBefore(now, reconcileAgeLimitHours)),
		sql`(${respondida_at} is null or ${respondida_at} < ${ordenes.expires_at})`,
	)
}

async function pollGateway(
	deps: PaymentContext,
	gateway: GatewayMethod,
	now: Date,
	breaker: CircuitBreaker,
): Promise<void> {
	const { sin_respuesta, consultar_at } = intentosPago
	const isOver = and(eq(ordenes.estado, 'pendiente'), lte(ordenes.expires_at, now))
	const due = await deps.db
		.select({ attempt: intentosPago })
		.from(ordenes)
		.innerJoin(intentosPago, eq(intentosPago.orden_id, ordenes.id))
		.where(and(isOver, eq(intentosPago.gateway, gateway), awaitsGateway(deps, now)))
		.orderBy(sql`${sin_respuesta} > 0`, asc(consultar_at))
		.limit(atMost)
	await pollEach(breaker, gateway, due, {
		atOnce: 5,
		poll: ({ attempt }) => settlePayment(deps, attempt.id),
		onFailed: ({ attempt }, error) => postponePoll(deps, attempt, error),
	})
}
