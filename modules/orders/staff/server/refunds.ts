import { and, eq } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { aboveLeft, heldByHand, refundableOf, refundDayProblem } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano, pagos } from '#modules/orders/payment-tables.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { mailRefundDone } from '#modules/orders/server/order-mails.ts'
import { readHandRefunded, readPayments } from '#modules/orders/server/read-order-money.ts'
import { followMoney } from '#modules/orders/server/transition-order.ts'
import { actOnOrder } from '#modules/orders/staff/server/act-on-order.ts'
import { clearCase } from '#modules/orders/staff/server/staff-actions.ts'
import type { HandRefundRequest, RefundAnswer, RefundRequest } from '#modules/orders/staff/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { acceptUntil } from '#modules/payments/refund-acceptance.ts'
import { areDoubtsResolved, requestRefund } from '#modules/payments/server/refunds.ts'

/** A refund of a key, and whether it was made by an earlier request. */
interface Once {
	readonly id: string
	readonly isRepeated: boolean
}

/** A request with its idempotency key: a key of an account names one refund. */
type Keyed<Request> = Request & { readonly key: string; readonly actorId: number }

/**
 * Refunds an order through its gateway, whole or in part, never above the payment. Idempotent by key: a repeated answer
 * says so, and only a refused refund is requested again. Refuses with `clave_repetida` for a key with another amount,
 * with `devolucion_excede`, with `valor_invalido` without an amount, and with `accion_no_corresponde` when no gateway has
 * money of this order.
 */
export async function refundOrder(
	deps: StaffDeps,
	orderId: string,
	request: Keyed<RefundRequest>,
): Promise<RefundAnswer> {
	let repetida = false
	const detail = await actOnOrder(deps, orderId, async (tx, order) => {
		repetida = (await requestOnce(deps, tx, order, request)).isRepeated
	})
	return { ...detail, repetida }
}

/** As `refundOrder`, for a locked order, once per key: returns the refund's id, and whether it was requested before. */
export async function requestOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, monto, motivo, ...which }: Keyed<RefundRequest>,
): Promise<Once> {
	// The key names a new refund after each refused one.
	let id: string
	for (let refused = 0; ; refused += 1) {
		id = derivedUuid(`devolucion:${actorId}:${key}${refused === 0 ? '' : `\n${refused}`}`)
		const [earlier] = await tx.select().from(devoluciones).where(eq(devoluciones.id, id))
		if (!earlier) break
		if (earlier.orden_id !== order.id || earlier.monto !== monto) {
			refuse('clave_repetida', { text: 'Esa devolución ya se pidió con otros datos.' })
		}
		if (earlier.estado !== 'rechazada') return { id, isRepeated: true }
	}

	// The named payment, else the one that pays the order, else any with a rest.
	const payments = (await readPayments(tx, order.id)).filter(
		({ pago_id, gateway }) =>
			(which.pago_id === undefined || pago_id === which.pago_id) &&
			(which.gateway === undefined || gateway === which.gateway),
	)
	const chosen =
		payments.find(({ destino, devolvible }) => destino === 'aplicado' && devolvible > 0) ??
		payments.find(({ devolvible }) => devolvible > 0) ??
		payments.find(({ destino }) => destino === 'aplicado')
	const isChosen = chosen && and(eq(pagos.gateway, chosen.gateway), eq(pagos.pago_id, chosen.pago_id))
	const [payment] = isChosen ? await tx.select().from(pagos).where(isChosen) : []
	if (!payment) {
		return refuse('accion_no_corresponde', {
			text: 'Ninguna pasarela tiene dinero de esta orden. Si se pagó por transferencia o en efectivo, devuélvelo por ese medio y anótalo con «Anotar devolución».',
		})
	}
	if (monto <= 0) refuse('valor_invalido', { text: 'El monto debe ser mayor que 0.' })
	orRefuse(await requestRefund({ ...deps, newId: () => id }, tx, payment, { monto, motivo, usuario_id: actorId }))
	return { id, isRepeated: false }
}

/**
 * Requests the refund of everything that gateways have of a locked order: `monto` CLP, as shown to staff. Idempotent.
 * Refuses with `devolucion_excede` when the amount has changed.
 */
export async function refundAll(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ monto, key, ...refund }: Keyed<Pick<RefundRequest, 'monto' | 'motivo'>>,
): Promise<void> {
	const held = (await readPayments(tx, order.id)).filter(({ devolvible }) => devolvible > 0)
	if (held.length === 0) return
	const devolvible = refundableOf(held)
	if (devolvible !== monto) {
		const text = `Lo que se puede devolver cambió: ahora son ${formatClp(devolvible)}. Revisa la orden.`
		refuse('devolucion_excede', { text, extra: { devolvible } })
	}
	for (const { gateway, pago_id, devolvible: rest } of held) {
		const one = { ...refund, monto: rest, gateway, pago_id, key: `${key}:${gateway}:${pago_id}` }
		await requestOnce(deps, tx, order, one)
	}
}

/**
 * Stores a refund of a transfer or cash by hand, whole or partial, with its documents and mail. Idempotent by key.
 * Refuses with `clave_repetida` for a key used otherwise, with `devolucion_excede` above the payment, with
 * `accion_no_corresponde` for an order not paid by hand, and with `valor_invalido` for an impossible amount or day.
 */
export async function recordHandRefund(
	deps: StaffDeps,
	orderId: string,
	refund: Keyed<HandRefundRequest>,
): Promise<RefundAnswer> {
	let repetida = false
	const detail = await actOnOrder(deps, orderId, async (tx, order) => {
		repetida = (await recordOnce(deps, tx, order, refund)).isRepeated
	})
	return { ...detail, repetida }
}

/** As `recordHandRefund`, for a locked order: returns the refund's id, and whether it was stored before. */
export async function recordOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, ...refund }: Keyed<HandRefundRequest>,
): Promise<Once> {
	const id = derivedUuid(`devolucion_a_mano:${actorId}:${key}`)
	const [earlier] = await tx.select().from(devolucionesAMano).where(eq(devolucionesAMano.id, id))
	if (earlier) {
		const fields = ['monto', 'medio', 'fecha', 'referencia'] as const
		const isSame = earlier.orden_id === order.id && fields.every((field) => earlier[field] === refund[field])
		if (!isSame) refuse('clave_repetida', { text: 'Esa devolución ya se anotó con otros datos.' })
		return { id, isRepeated: true }
	}

	const { monto, medio, fecha } = refund
	const created_at = deps.clock.now()
	const devuelto_a_mano = await readHandRefunded(tx, order.id)
	const left = heldByHand({ ...order, devuelto_a_mano }, await readPayments(tx, order.id))
	if (left === 0) {
		const text =
			devuelto_a_mano > 0
				? 'Ya se devolvió todo lo que se pagó por transferencia o en efectivo.'
				: 'Esta orden no tiene dinero pagado por transferencia o en efectivo.'
		refuse('accion_no_corresponde', { text, extra: { estado: order.estado } })
	}
	if (monto <= 0) refuse('valor_invalido', { text: 'El monto debe ser mayor que 0.', extra: { campo: 'monto' } })
	const tooMuch = aboveLeft(monto, left)
	if (tooMuch) refuse('devolucion_excede', { text: tooMuch, extra: { devolvible: left } })
	const wrongDay = refundDayProblem(fecha, dayIn(order.created_at), dayIn(created_at))
	if (wrongDay) refuse('valor_invalido', { text: wrongDay, extra: { campo: 'fecha' } })

	await tx.insert(devolucionesAMano).values({ ...refund, id, orden_id: order.id, usuario_id: actorId, created_at })
	await auditOrder(tx, order.id, actorId, { accion: 'devolucion_a_mano', detalle: medio, despues: monto })
	await followMoney(deps, tx, order.id)
	if (!isAnonymized(order)) {
		const way = { por_transferencia: medio === 'transferencia', en_efectivo: medio === 'efectivo' }
		await mailRefundDone(deps, tx, order, { id, monto, ...way })
	}
	return { id, isRepeated: false }
}

/**
 * Marks a lapsed or refused refund as made by transfer, and mails the customer. Idempotent. Refuses with
 * `no_encontrado`, with `accion_no_corresponde` for a refund that is open or made, and with `devolucion_excede` when the
 * payment's rest is smaller, as after another refund.
 */
export async function refundByTransfer(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id }: { readonly devolucion_id: string },
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		const { gateway, pago_id, monto } = refund
		if (refund.por_transferencia) return
		if (refund.estado !== 'rechazada') {
			const text = 'Solo se paga por transferencia una devolución que la pasarela no hizo.'
			refuse('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const payments = await readPayments(tx, order.id)
		const refunded = payments.find((payment) => payment.gateway === gateway && payment.pago_id === pago_id)
		if ((refunded?.devolvible ?? 0) < monto) refuse('devolucion_excede')
		const made = { estado: 'hecha', por_transferencia: true, updated_at: deps.clock.now() } as const
		await tx.update(devoluciones).set(made).where(eq(devoluciones.id, refund.id))
		const entry = { accion: 'devolucion_por_transferencia', detalle: refund.id, despues: monto } as const
		await auditOrder(tx, order.id, actorId, entry)
		await followMoney(deps, tx, order.id)
		await mailRefundDone(deps, tx, order, { ...refund, por_transferencia: true })
		const isAboutRefund = order.atencion === 'devolucion_vencida' || order.atencion === 'devolucion_rechazada'
		if (isAboutRefund) await clearCase(tx, order, actorId)
	})
}

/** The end of a refund, for a sentence. */
const ends: Readonly<Record<string, string>> = { hecha: 'se hizo', rechazada: 'no se hizo' }

/**
 * Stores staff's answer about a refund in doubt. Made: the customer is mailed. Not made: its amount can be refunded
 * again, without a mail. Idempotent. Refuses with `no_encontrado`, and with `accion_no_corresponde` for a refund that is
 * not in doubt. A later answer of the gateway takes precedence (closeRefund).
 */
export async function settleDoubt(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ devolucion_id, hecha }: { readonly devolucion_id: string; readonly hecha: boolean },
) {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const refund = await lockRefund(tx, order, devolucion_id)
		const estado = hecha ? 'hecha' : 'rechazada'
		if (refund.estado === estado && refund.averiguado === estado) return
		if (refund.estado !== 'en_duda') {
			const end = ends[refund.estado]
			const text = end
				? `Esta devolución ya no está en duda: la tienda sabe que ${end}.`
				: 'Esta devolución no está en duda: la tienda todavía la está haciendo.'
			refuse('accion_no_corresponde', { text, extra: { estado: refund.estado } })
		}
		const now = deps.clock.now()
		// A made refund that may still lapse: reconcileRefunds then asks staff to look again.
		const end = hecha ? acceptUntil(refund.gateway, refund.enviada_at ?? refund.created_at) : null
		const aceptar_hasta = end && end > now ? end : null
		const found = { estado, averiguado: estado, aceptar_hasta, updated_at: now } as const
		await tx.update(devoluciones).set(found).where(eq(devoluciones.id, refund.id))
		const accion = hecha ? 'devolucion_averiguada_hecha' : 'devolucion_averiguada_no_hecha'
		await auditOrder(tx, order.id, actorId, { accion, detalle: refund.id, despues: refund.monto })
		await followMoney(deps, tx, order.id)
		if (hecha) await mailRefundDone(deps, tx, order, refund)
		if (await areDoubtsResolved(tx, order)) await clearCase(tx, order, actorId)
	})
}

/** Locks a refund of a locked order. Refuses with `no_encontrado` a refund of another order. */
async function lockRefund(tx: Transaction, order: OrderRow, devolucion_id: string) {
	const isIts = and(eq(devoluciones.id, devolucion_id), eq(devoluciones.orden_id, order.id))
	const [refund] = await tx.select().from(devoluciones).where(isIts).for('update')
	return refund ?? refuse('no_encontrado', { text: 'Esta orden no tiene esa devolución.' })
}
