import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import type { RefundAnswer, RefundRequest } from '#contract/staff/order-detail.ts'
import { formatClp } from '#domain/money.ts'
import { refundableOf } from '#domain/staff/money-held.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import { devoluciones, type PaymentRow, pagos } from '#server/db/tables/payments.ts'
import { readPayments } from '#server/payments/read-payments.ts'
import { requestRefund } from '#server/payments/request-refund.ts'
import { derivedUuid } from '#server/platform/derived-uuid.ts'
import { actOnOrder } from '#server/staff/orders/act-on-order.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/**
 * The id of the refund that a key stands for: one key of one person is one refund, however often it is sent. `refused` of
 * them gave no money back, so the key stands for the next one.
 */
function refundIdOf(actorId: number, key: string, refused: number): string {
	const turn = refused === 0 ? '' : `\n${refused}`
	return derivedUuid(`devolucion:${actorId}:${key}${turn}`)
}

/** The refund that was asked for with a key, if it was not refused, and the id of the one that the key stands for now. */
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

/** The payment that is meant: the one named, else the one that pays the order, else any that still holds money. */
async function choosePayment(
	tx: Transaction,
	orderId: string,
	request: RefundRequest,
): Promise<PaymentRow | undefined> {
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
 * Gives money of an order back through its gateway, whole or in part, as often as something is left: never more than was paid.
 * The key makes repeated clicks one refund, and the answer says of a repeated one that nothing was done again; only a refund
 * that was refused is asked for anew. Used for another amount the key is refused with `clave_repetida`. Refuses with
 * `devolucion_excede`, and `accion_no_corresponde` when no gateway holds money of this order.
 */
export async function refundOrder(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	request: RefundRequest & { readonly key: string },
): Promise<RefundAnswer | Failure> {
	let repetida = false
	const order = await actOnOrder(deps, orderId, async (tx, order) => {
		const requested = await requestOnce(deps, tx, order, { ...request, actorId })
		if (isFailure(requested)) return requested
		repetida = requested.isRepeated
		return undefined
	})
	return isFailure(order) ? order : { ...order, repetida }
}

type KeyedRefund = RefundRequest & { readonly key: string; readonly actorId: number }

/** Requests a refund of a locked order, once for its key. Refuses as `refundOrder` does. */
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
 * Requests that everything which gateways hold of a locked order goes back: `monto` pesos, as staff saw them. Nothing is done again
 * where all of it is on its way. Refuses with `devolucion_excede` when it is another amount by now.
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
