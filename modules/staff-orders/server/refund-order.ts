import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { refundableOf } from '#modules/orders/order-money.ts'
import { devoluciones, pagos } from '#modules/orders/payment-tables.ts'
import { readPayments } from '#modules/orders/server/read-order-money.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { requestRefund } from '#modules/payments/server/write-refund.ts'
import { actOnce } from '#modules/staff-orders/server/act-on-order.ts'
import type { RefundAnswer, RefundRequest } from '#modules/staff-orders/shapes.ts'

/**
 * The id of a key's refund: a key of an account names one refund, so a repeated request changes nothing. After a refused
 * refund the key names a new one; `refused` counts the refused ones.
 */
function refundIdOf(actorId: number, key: string, refused: number): string {
	const turn = refused === 0 ? '' : `\n${refused}`
	return derivedUuid(`devolucion:${actorId}:${key}${turn}`)
}

/** The refund requested with a key, unless it was refused, and the current id of the key. */
async function findRefund(tx: Transaction, actorId: number, refund: { orden_id: string; monto: number; key: string }) {
	for (let refused = 0; ; refused += 1) {
		const id = refundIdOf(actorId, refund.key, refused)
		const [earlier] = await tx.select().from(devoluciones).where(eq(devoluciones.id, id))
		if (earlier && (earlier.orden_id !== refund.orden_id || earlier.monto !== refund.monto)) {
			return fail('clave_repetida', { text: 'Esa devolución ya se pidió con otros datos.' })
		}
		if (earlier?.estado !== 'rechazada') return { id, isRepeated: earlier !== undefined }
	}
}

/** The payment to refund: the named one, else the one that pays the order, else any with a rest. */
async function choosePayment(tx: Transaction, orderId: string, request: RefundRequest) {
	const known = await readPayments(tx, orderId)
	const named = known.filter(
		({ pago_id, gateway }) =>
			(request.pago_id === undefined || pago_id === request.pago_id) &&
			(request.gateway === undefined || gateway === request.gateway),
	)
	const chosen =
		named.find(({ destino, devolvible }) => destino === 'aplicado' && devolvible > 0) ??
		named.find(({ devolvible }) => devolvible > 0) ??
		named.find(({ destino }) => destino === 'aplicado')
	if (!chosen) return undefined
	const [row] = await tx
		.select()
		.from(pagos)
		.where(and(eq(pagos.gateway, chosen.gateway), eq(pagos.pago_id, chosen.pago_id)))
	return row
}

/**
 * Refunds an order through its gateway, whole or in part, never above the payment. Idempotent by key: a repeated answer
 * says so, and only a refused refund is requested again. Fails with `clave_repetida` for a key with another amount,
 * with `devolucion_excede`, and with `accion_no_corresponde` when no gateway has money of this order.
 */
export async function refundOrder(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	request: RefundRequest & { readonly key: string },
): Promise<RefundAnswer | Failure> {
	return await actOnce(deps, orderId, (tx, order) => requestOnce(deps, tx, order, { ...request, actorId }))
}

type KeyedRefund = RefundRequest & { readonly key: string; readonly actorId: number }

/** Requests a refund of a locked order, once per key. Fails as `refundOrder` does. */
async function requestOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, ...request }: KeyedRefund,
): Promise<{ readonly isRepeated: boolean } | Failure> {
	const found = await findRefund(tx, actorId, { orden_id: order.id, monto: request.monto, key })
	if (isFailure(found)) return found
	if (found.isRepeated) return { isRepeated: true }
	const pago = await choosePayment(tx, order.id, request)
	if (!pago) {
		return fail('accion_no_corresponde', {
			text: 'Ninguna pasarela tiene dinero de esta orden. Si se pagó por transferencia o en efectivo, devuélvelo por ese medio y anótalo con «Anotar devolución».',
		})
	}
	if (request.monto <= 0) return fail('valor_invalido', { text: 'El monto debe ser mayor que 0.' })
	const refund = { monto: request.monto, motivo: request.motivo, usuario_id: actorId }
	const requested = await requestRefund({ ...deps, newId: () => found.id }, tx, pago, refund)
	return isFailure(requested) ? requested : { isRepeated: false }
}

/**
 * Requests the refund of everything that gateways have of a locked order: `monto` CLP, as shown to staff. Idempotent.
 * Fails with `devolucion_excede` when the amount has changed.
 */
export async function refundAll(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ monto, motivo, key, actorId }: Pick<KeyedRefund, 'monto' | 'motivo' | 'key' | 'actorId'>,
): Promise<Failure | undefined> {
	const held = (await readPayments(tx, order.id)).filter(({ devolvible }) => devolvible > 0)
	if (held.length === 0) return undefined
	const devolvible = refundableOf(held)
	if (devolvible !== monto) {
		const text = `Lo que se puede devolver cambió: ahora son ${formatClp(devolvible)}. Revisa la orden.`
		return fail('devolucion_excede', { text, extra: { devolvible } })
	}
	for (const { gateway, pago_id, devolvible: monto } of held) {
		const one = { monto, motivo, gateway, pago_id, actorId, key: `${key}:${gateway}:${pago_id}` }
		const requested = await requestOnce(deps, tx, order, one)
		if (isFailure(requested)) return requested
	}
	return undefined
}
