import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { clp } from '#core/rules/money.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { gatewayReservationMinutes } from '#modules/orders/hold-times.ts'
import { type AttemptRow, intentosPago } from '#modules/orders/payment-tables.ts'
import { waitUntil } from '#modules/orders/server/order-pace.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { nextPollAt } from '#modules/payments/reconcile.ts'
import { GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** An attempt whose opening takes longer was abandoned by a process that died. Milliseconds. */
const abandonedAfterMs = 30_000
const waitForOtherMs = 25_000
const pollMs = 60

/**
 * Returns the payment page of an order's newest attempt; one caller opens it, the others wait. Refuses with
 * `pago_no_disponible` when the gateway is unreachable or rejects the call (may be retried), and with
 * `correo_no_aceptado` where it rejects the e-mail.
 */
export async function openAttempt(deps: PaymentContext, orderId: string): Promise<{ url: string }> {
	const { db, clock } = deps
	const { id, estado } = intentosPago
	for (let waited = 0; waited < waitForOtherMs; waited += pollMs) {
		const attempt = await newestAttempt(db, orderId)
		if (attempt?.url) return { url: attempt.url }
		// Without an attempt that may be opened: the order has too many of them for another one.
		if (!attempt || attempt.estado === 'vencido') refuse('pago_no_disponible')
		const now = clock.now()
		const claimed =
			attempt.estado === 'creado' &&
			(await db
				.update(intentosPago)
				.set({ estado: 'abriendo', updated_at: now })
				.where(and(eq(id, attempt.id), eq(estado, 'creado')))
				.returning({ id }))
		if (claimed && claimed.length === 1) {
			const opened = await openClaimed(deps, attempt)
			if (opened) return opened
		}
		// The process that opened this attempt died.
		else if (attempt.estado === 'abriendo' && now.getTime() - attempt.updated_at.getTime() > abandonedAfterMs)
			await replace(deps, attempt)
		else await wait(pollMs)
	}
	return refuse('pago_no_disponible')
}

/** The current attempt of an order. */
export async function newestAttempt(db: Queryable, orderId: string): Promise<AttemptRow | undefined> {
	const [attempt] = await db
		.select()
		.from(intentosPago)
		.where(eq(intentosPago.orden_id, orderId))
		.orderBy(desc(intentosPago.created_at))
		.limit(1)
	return attempt
}

/** Whether an attempt's page can still be paid, or is not opened yet. */
export function hasLivingPage({ pagina_hasta, expires_at }: AttemptRow, now: Date): boolean {
	return expires_at > now && (pagina_hasta === null || pagina_hasta > now)
}

/** Replaces an attempt that may have been opened: gateways accept a reference once, and its page was never shown. */
async function replace(deps: PaymentContext, attempt: AttemptRow): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, attempt.orden_id)
		const given = await tx
			.update(intentosPago)
			.set({ estado: 'vencido', updated_at: deps.clock.now() })
			.where(and(eq(intentosPago.id, attempt.id), eq(intentosPago.estado, 'abriendo')))
			.returning({ id: intentosPago.id })
		if (!order || given.length === 0) return
		const { orden_id, gateway, monto, expires_at } = attempt
		await insertAttempt(deps, tx, { id: orden_id, total: monto, expires_at }, gateway)
	})
}

/** Opens a claimed attempt; undefined when it was replaced meanwhile: the order's page is the new attempt's. */
async function openClaimed(deps: PaymentContext, attempt: AttemptRow): Promise<{ url: string } | undefined> {
	const gateway = deps.gateways.get(attempt.gateway)
	const [order] = await deps.db.select().from(ordenes).where(eq(ordenes.id, attempt.orden_id))
	if (!gateway || !order) refuse('metodo_no_disponible')
	const items = await deps.db.select().from(ordenLineas).where(eq(ordenLineas.orden_id, order.id))
	const { id, orden_id, created_at, expires_at } = attempt
	try {
		const opened = await gateway.open({
			id,
			orden_id,
			nro_orden: order.nro_orden,
			monto: clp(attempt.monto),
			email: order.email,
			nombre: order.nombre,
			items: items.map(({ sku, nombre, color, cantidad, precio }) => ({
				sku,
				nombre,
				color,
				cantidad,
				precio: clp(precio),
			})),
			expires_at,
			created_at,
		})
		const now = deps.clock.now()
		const { pageMinutes } = gateway
		const written = await deps.db
			.update(intentosPago)
			.set({
				...opened,
				estado: 'abierto',
				// Null: until the attempt's own expiry.
				pagina_hasta: pageMinutes === null ? null : new Date(now.getTime() + pageMinutes * 60_000),
				updated_at: now,
				consultar_at: nextPollAt(attempt, now),
			})
			.where(and(eq(intentosPago.id, id), eq(intentosPago.estado, 'abriendo')))
			.returning({ url: intentosPago.url })
		return written.length === 1 ? { url: opened.url } : undefined
	} catch (error) {
		await replace(deps, attempt)
		if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
		deps.log.warn({ err: error, intento_id: id, gateway: attempt.gateway }, 'the gateway did not open a payment')
		if (!(error instanceof GatewayRefused && error.isAboutEmail)) refuse('pago_no_disponible')
		const text = `Este medio de pago no acepta el correo de tu cuenta, ${order.email}. Elige otro, o escríbenos para cambiarlo.`
		return refuse('correo_no_aceptado', { text })
	}
}

/** Pages of one order in an hour, and its attempts in all: gateways block shops that open pages without a limit. */
const mostInHour = 5
const mostOfOrder = 20
const hourMs = 3_600_000

type PaidOrder = Pick<OrderRow, 'id' | 'total' | 'expires_at'>

/** Inserts an attempt unless the order has too many: one statement, as each new order needs it. False when it has. */
async function insertAttempt(
	deps: { newId: () => string; clock: Clock },
	tx: Transaction,
	{ id: orden_id, total, expires_at }: PaidOrder,
	gateway: GatewayMethod,
): Promise<boolean> {
	const now = deps.clock.now()
	const end = expires_at ?? new Date(now.getTime() + gatewayReservationMinutes * 60_000)
	const { rows } = await tx.execute(sql`
		insert into intentos_pago (id, orden_id, gateway, estado, monto, created_at, updated_at, expires_at)
		select ${deps.newId()}::uuid, ${orden_id}::uuid, ${gateway}, 'creado', ${total}::int, made, made, ends
		from (select ${now.toISOString()}::timestamptz as made, ${end.toISOString()}::timestamptz as ends) as times
		where (select count(*) < ${mostOfOrder}::int
				and count(*) filter (where url is not null and created_at > made - interval '1 hour') < ${mostInHour}::int
			from intentos_pago where orden_id = ${orden_id}::uuid)
		returning id`)
	return rows.length > 0
}

/**
 * Inserts an attempt to pay an order; open-attempt calls the gateway after the transaction. The caller holds the order's
 * row lock. Throws `demasiadas_solicitudes` after 5 pages in an hour, and after 20 attempts in all, also those that a
 * failing gateway did not open.
 */
export async function createAttempt(
	deps: { newId: () => string; clock: Clock },
	tx: Transaction,
	order: PaidOrder,
	gateway: GatewayMethod,
): Promise<void> {
	if (await insertAttempt(deps, tx, order, gateway)) return
	const { orden_id, created_at, url } = intentosPago
	const made = await tx
		.select({ created_at, url })
		.from(intentosPago)
		.where(eq(orden_id, order.id))
		.orderBy(desc(created_at))
	const first = made.filter((attempt) => attempt.url !== null)[mostInHour - 1]
	if (made.length >= mostOfOrder || !first) {
		const text = `Ya intentaste pagar esta orden ${mostOfOrder} veces. Haz un pedido nuevo con los mismos productos, o escríbenos.`
		refuse('demasiadas_solicitudes', { text })
	}
	const sentence = (wait: string) =>
		`Ya intentaste pagar esta orden ${mostInHour} veces en una hora. Podrás intentarlo de nuevo en ${wait}, o escríbenos.`
	orRefuse(waitUntil(new Date(first.created_at.getTime() + hourMs), deps.clock.now(), sentence))
}

/** The id of the attempt with this `gateway_ref`; undefined for an unknown reference. */
export async function attemptOfRef(
	db: Database,
	gateway: GatewayMethod,
	gatewayRef: string | undefined,
): Promise<string | undefined> {
	if (!gatewayRef) return undefined
	const [attempt] = await db
		.select({ id: intentosPago.id })
		.from(intentosPago)
		.where(and(eq(intentosPago.gateway, gateway), eq(intentosPago.gateway_ref, gatewayRef)))
	return attempt?.id
}

/** The order of an attempt; undefined for an unknown attempt. */
export async function orderOfAttempt(
	db: Database,
	attemptId: string,
): Promise<{ nro_orden: number; orden_id: string } | undefined> {
	const [found] = await db
		.select({ nro_orden: ordenes.nro_orden, orden_id: ordenes.id })
		.from(intentosPago)
		.innerJoin(ordenes, eq(ordenes.id, intentosPago.orden_id))
		.where(eq(intentosPago.id, attemptId))
	return found
}
