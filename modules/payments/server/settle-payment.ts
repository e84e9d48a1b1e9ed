import { and, eq, gt, inArray, lte, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { isFailure } from '#core/contract/failure.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { createMemoryCounters } from '#core/server/http/limits.ts'
import { awaitsPayment } from '#modules/orders/estado.ts'
import { goneOf } from '#modules/orders/order-money.ts'
import type { PaymentDestino } from '#modules/orders/payment-details.ts'
import { type AttemptRow, intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import { mailPaymentConfirmed, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { detailsUpsert, readPayments, toColumns } from '#modules/orders/server/read-order-money.ts'
import { followMoney, lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { nextPollAt, nextPollOfPaidAt } from '#modules/payments/reconcile.ts'
import { type GatewayPayment, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { requestRefund } from '#modules/payments/server/refunds.ts'
import { decideSettlement, type PaymentVerdict } from '#modules/payments/settlement.ts'

export interface SettleOptions {
	/** A payment named by a return or a notification; the gateway's search may not list it yet. */
	readonly pago_id?: string | undefined
	/** The customer returned from paying: confirm the sale where the gateway requires it. */
	readonly confirm?: boolean
	/** The customer returned without paying, from a closed page. The gateway is read all the same. */
	readonly gaveUp?: boolean
}

/** Minimum time between two reads of an attempt, for all callers: gateways block shops that poll without a limit. */
export const questionPaceSeconds = 5
/** The reads of this process that have no answer yet, by attempt. */
const asking = new Map<string, { readonly at: number; readonly question: Promise<boolean> }>()
/** The returns of customers, by attempt. */
const returns = createMemoryCounters()
const dayOfSeconds = 86_400

/**
 * Reads one attempt from the gateway and updates payments, attempt and order; the only code that marks an order paid by
 * a gateway. Idempotent: all is decided under the order's row lock. An unknown attempt changes nothing. An attempt is
 * read once in 5 s by all processes; in between this returns false, and what the last read wrote is valid. Always read:
 * the first return of a customer, which confirms or abandons the sale. Throws GatewayUnavailable when this read fails, or
 * the last one failed less than 5 s ago.
 */
export async function settlePayment(
	deps: PaymentContext,
	attemptId: string,
	options: SettleOptions = {},
): Promise<boolean> {
	const [attempt] = await deps.db.select().from(intentosPago).where(eq(intentosPago.id, attemptId))
	if (!attempt) return true
	const gateway = deps.gateways.get(attempt.gateway)
	if (!gateway) {
		deps.log.warn({ intento_id: attemptId, gateway: attempt.gateway }, 'an attempt of a gateway that is switched off')
		return true
	}
	const now = deps.clock.now()
	const isFirst = (options.confirm || options.gaveUp) === true && (await isFirstReturn(attemptId, now))
	const running = asking.get(attemptId)
	if (running && !isFirst && now.getTime() - running.at < questionPaceSeconds * 1_000) {
		await running.question
		return false
	}
	const claimAndAsk = async () => {
		if (!(await claimQuestion(deps, attempt, isFirst))) return false
		const requestedAt = deps.clock.now()
		const ref = { id: attempt.id, gateway_ref: attempt.gateway_ref, pago_id: options.pago_id }
		const payments = await (options.confirm ? gateway.confirm(ref) : gateway.read(ref)).catch(
			async (error: unknown) => {
				const sin_respuesta = sql`${intentosPago.sin_respuesta} + 1`
				await deps.db.update(intentosPago).set({ sin_respuesta }).where(eq(intentosPago.id, attemptId))
				throw error
			},
		)
		await deps.db.transaction(async (tx) => {
			const order = await lockOrder(tx, attempt.orden_id)
			// A parallel call may have settled it during the read.
			const [current] = await tx.select().from(intentosPago).where(eq(intentosPago.id, attemptId))
			const answer = { payments, gaveUp: options.gaveUp === true, requestedAt }
			if (order && current) await settleLocked(deps, tx, order, current, answer)
		})
		return true
	}
	const own = { at: now.getTime(), question: claimAndAsk() }
	asking.set(attemptId, own)
	try {
		return await own.question
	} finally {
		if (asking.get(attemptId) === own) asking.delete(attemptId)
	}
}

const isFirstReturn = async (attemptId: string, now: Date) =>
	(await returns.take([attemptId], dayOfSeconds, now)).get(attemptId)?.count === 1

/** True for the one caller that may read the gateway now. Throws GatewayUnavailable when the last read failed. */
async function claimQuestion({ db, clock }: PaymentContext, { id }: AttemptRow, isFirst: boolean): Promise<boolean> {
	const { consultas, sin_respuesta, updated_at } = intentosPago
	const now = clock.now()
	const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
	const isDue = or(
		eq(consultas, 0),
		lte(updated_at, inSeconds(-questionPaceSeconds)),
		// Written by a clock that was set back.
		gt(updated_at, inSeconds(questionPaceSeconds)),
	)
	const claimed = await db
		.update(intentosPago)
		.set({ updated_at: now, consultas: sql`${consultas} + 1` })
		.where(and(eq(intentosPago.id, id), isFirst ? undefined : isDue))
		.returning({ id: intentosPago.id })
	if (claimed.length > 0) return true
	const [last] = await db.select({ sin_respuesta }).from(intentosPago).where(eq(intentosPago.id, id))
	if (last && last.sin_respuesta > 0) throw new GatewayUnavailable('the last read of the attempt failed')
	return false
}

/** Writes and acts on what the gateway answered to a read at `requestedAt`, under the lock of the order. */
async function settleLocked(
	deps: PaymentContext,
	tx: Transaction,
	order: OrderRow,
	attempt: AttemptRow,
	{ payments, gaveUp, requestedAt }: { payments: readonly GatewayPayment[]; gaveUp: boolean; requestedAt: Date },
): Promise<void> {
	const { orden_id, gateway } = attempt
	const isOpen = inArray(intentosPago.estado, ['creado', 'abriendo', 'abierto', 'pendiente'])
	const isOtherOpen = and(eq(intentosPago.orden_id, orden_id), ne(intentosPago.id, attempt.id), isOpen)
	const settlement = decideSettlement({
		order,
		wasCancelledByPerson: order.cancelada_por !== null,
		attempt,
		payments,
		gaveUp,
		written: (await readPayments(tx, order.id)).map((one) => ({ ...one, devuelto: goneOf(one) })),
		hasOtherOpenAttempt: (await tx.$count(intentosPago, isOtherOpen)) > 0,
	})

	if (settlement.verdicts.some((verdict) => verdict.do === 'aplicar')) {
		// One payment pays an order: a reversed one is replaced by the new one.
		const isApplied = and(eq(pagos.orden_id, order.id), eq(pagos.destino, 'aplicado'))
		await tx.update(pagos).set({ destino: 'por_devolver' }).where(isApplied)
	}
	for (const payment of payments) {
		const verdict = settlement.verdicts.find(({ pago_id }) => pago_id === payment.pago_id)
		await writePayment(tx, attempt, payment, verdict && destinoOf[verdict.do], deps.clock.now())
	}
	for (const verdict of settlement.verdicts) {
		// The previous payment may have moved the order.
		const current = await lockOrder(tx, order.id)
		if (!current) continue
		if (verdict.do === 'aplicar') await payOrder(deps, tx, current, { gateway, pago_id: verdict.pago_id })
		else if (verdict.do === 'devolver') await refundWhole(deps, tx, current, { gateway, ...verdict })
		else await handToStaff(deps, tx, current, verdict)
	}
	if (settlement.fails) {
		const set = { expires_at: null }
		await transitionOrder(deps, tx, order, { estado: 'fallida', actorId: null, why: 'pago_rechazado', set })
	}
	const disputed = new Set<string>()
	for (const payment of payments) {
		for (const isDisputed of deps.hooks.paymentRead)
			if (await isDisputed(deps, tx, attempt, payment)) disputed.add(payment.pago_id)
	}
	// Money reversed by a dispute is announced by the dispute: one mail per event.
	for (const pago_id of settlement.reverted.filter((one) => !disputed.has(one))) {
		const current = await lockOrder(tx, order.id)
		if (current) await handToStaff(deps, tx, current, { pago_id, why: 'pago_revertido' })
	}

	const now = deps.clock.now()
	const hasNews = payments.length > 0 || gaveUp
	// An abandoned attempt stays abandoned, or a repeated return would count as news.
	const isOver = settlement.attempt === 'abierto' && attempt.estado !== 'rechazado' && now > attempt.expires_at
	// A refused page can still be paid, so only an attempt without any payment changes nothing.
	const estado = hasNews ? settlement.attempt : isOver ? 'vencido' : attempt.estado
	const isPaid = estado === 'pagado' || attempt.estado === 'pagado'
	await tx
		.update(intentosPago)
		.set({
			estado: isPaid ? 'pagado' : estado,
			updated_at: now,
			respondida_at: requestedAt,
			sin_respuesta: 0,
			consultar_at: isPaid ? nextPollOfPaidAt(attempt, now) : nextPollAt(attempt, now),
		})
		.where(eq(intentosPago.id, attempt.id))
	// The gateway may report a refund that the shop did not request.
	await followMoney(deps, tx, order.id)
}

const destinoOf = { aplicar: 'aplicado', devolver: 'por_devolver', caso: 'caso' } as const

/** A payment's row follows the gateway, but approved money never becomes unpaid again. */
async function writePayment(
	tx: Transaction,
	attempt: AttemptRow,
	payment: GatewayPayment,
	destino: PaymentDestino | undefined,
	now: Date,
): Promise<void> {
	const { estado, moneda } = payment
	// Another currency may have cents: the amount was compared already, and the row has whole numbers.
	const facts = { estado, moneda, monto: Math.round(payment.monto), devuelto: Math.round(payment.devuelto) }
	await tx
		.insert(pagos)
		.values({
			gateway: attempt.gateway,
			pago_id: payment.pago_id,
			intento_id: attempt.id,
			orden_id: attempt.orden_id,
			...facts,
			...(payment.detalle && toColumns(payment.detalle)),
			destino,
			created_at: now,
			updated_at: now,
		})
		.onConflictDoUpdate({
			target: [pagos.gateway, pagos.pago_id],
			set: {
				...facts,
				...detailsUpsert,
				// The read precedes the lock: an answer older than the stored one changes nothing.
				estado: sql`case when ${isSettled(pagos.estado)} and not ${isSettled(sql`excluded.estado`)}
					or ${pagos.estado} = 'devuelto' then ${pagos.estado} else excluded.estado end`,
				devuelto: sql`greatest(${pagos.devuelto}, excluded.devuelto)`,
				destino,
				// The day of a refund made by the gateway alone: an answer without news is no change.
				updated_at: sql`case when ${pagos.devuelto} < excluded.devuelto or ${pagos.estado} <> excluded.estado
					then excluded.updated_at else ${pagos.updated_at} end`,
			},
		})
}

const isSettled = (estado: SQLWrapper) => sql`${estado} in ('aprobado', 'devuelto')`

/** Marks the order paid if it still reserves its units or can reserve them again, else opens a case for staff. */
async function payOrder(
	deps: PaymentContext,
	tx: Transaction,
	order: OrderRow,
	{ gateway, pago_id }: { readonly gateway: GatewayMethod; readonly pago_id: string },
): Promise<void> {
	// Staff may have marked it paid, or even delivered, for this payment before the shop read it.
	if (!awaitsPayment[order.estado]) return
	// The page of an earlier attempt may be at another gateway than the order's newest one.
	const set = { expires_at: null, pagada_at: deps.clock.now(), metodo_pago: gateway }
	const move = { estado: 'pagada', actorId: null, why: 'pago_confirmado', set } as const
	if (await transitionOrder(deps, tx, order, move)) {
		return await handToStaff(deps, tx, order, { pago_id, why: 'pagada_sin_stock' })
	}
	await mailPaymentConfirmed(deps, tx, { ...order, metodo_pago: gateway }, pago_id)
}

/** Requests the refund of all that is left of a second payment. */
async function refundWhole(
	deps: PaymentContext,
	tx: Transaction,
	order: OrderRow,
	{ gateway, pago_id, why }: { readonly gateway: GatewayMethod; readonly pago_id: string; readonly why: string },
): Promise<void> {
	const [pago] = await tx
		.select()
		.from(pagos)
		.where(and(eq(pagos.gateway, gateway), eq(pagos.pago_id, pago_id)))
	// The gateway may have sent all of it back before the shop read it.
	if (!pago || pago.devuelto >= pago.monto) return
	const monto = pago.monto - pago.devuelto
	const requested = await requestRefund(deps, tx, pago, { monto, motivo: why, usuario_id: null })
	// A part is being refunded already. Refusing would roll back the record of the payment, and the next read would meet
	// the same refusal; sending less might refund twice. So the payment stays written, and staff refund the rest.
	if (isFailure(requested)) await handToStaff(deps, tx, order, { pago_id, why: 'devolucion_rechazada' })
}

type CaseOfPayment =
	| Extract<PaymentVerdict, { do: 'caso' }>['why']
	| 'pagada_sin_stock'
	| 'pago_revertido'
	| 'devolucion_rechazada'

/** Marks the order for manual review. Unpaid it keeps its state; after a reversal it loses its expiry too. */
async function handToStaff(
	deps: PaymentContext,
	tx: Transaction,
	order: OrderRow,
	{ pago_id, why }: { readonly pago_id: string; readonly why: CaseOfPayment },
): Promise<void> {
	const estado = order.estado
	const moneyCame = why !== 'pago_revertido' && why !== 'devolucion_rechazada'
	await transitionOrder(deps, tx, order, {
		estado: moneyCame && awaitsPayment[estado] ? 'en_revision' : estado,
		actorId: null,
		why,
		set: { atencion: why, ...(moneyCame && { expires_at: null }) },
		withoutStock: true,
	})
	// A payment may be a case more than once, for each partial chargeback. Its version, under its lock, is the key.
	await mailStaffCase(deps, tx, order, { motivo: why, cual: `${pago_id}:${order.version}` })
}
