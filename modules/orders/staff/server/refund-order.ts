import { and, eq } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { refundableOf } from '#modules/orders/order-money.ts'
import { devoluciones, pagos } from '#modules/orders/payment-tables.ts'
import { readPayments } from '#modules/orders/server/read-order-money.ts'
import { actOnOrder } from '#modules/orders/staff/server/act-on-order.ts'
import type { RefundAnswer, RefundRequest } from '#modules/orders/staff/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { requestRefund } from '#modules/payments/server/refunds.ts'

/**
 * Refunds an order through its gateway, whole or in part, never above the payment. Idempotent by key: a repeated answer
 * says so, and only a refused refund is requested again. Refuses with `clave_repetida` for a key with another amount,
 * with `devolucion_excede`, with `valor_invalido` without an amount, and with `accion_no_corresponde` when no gateway has
 * money of this order.
 */
export async function refundOrder(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	request: RefundRequest & { readonly key: string },
): Promise<RefundAnswer> {
	let repetida = false
	const detail = await actOnOrder(deps, orderId, async (tx, order) => {
		repetida = await requestOnce(deps, tx, order, { ...request, actorId })
	})
	return { ...detail, repetida }
}

type KeyedRefund = RefundRequest & { readonly key: string; readonly actorId: number }

/**
 * Requests a refund of a locked order, once per key: returns true when it was requested before. Refuses as `refundOrder`
 * does.
 */
async function requestOnce(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ key, actorId, ...request }: KeyedRefund,
): Promise<boolean> {
	const { monto, motivo } = request
	const found = await findRefund(tx, actorId, { orden_id: order.id, monto, key })
	if (found.isRepeated) return true
	const pago = await choosePayment(tx, order.id, request)
	if (!pago) {
		return refuse('accion_no_corresponde', {
			text: 'Ninguna pasarela tiene dinero de esta orden. Si se pagó por transferencia o en efectivo, devuélvelo por ese medio y anótalo con «Anotar devolución».',
		})
	}
	if (monto <= 0) refuse('valor_invalido', { text: 'El monto debe ser mayor que 0.' })
	const refund = { monto, motivo, usuario_id: actorId }
	orRefuse(await requestRefund({ ...deps, newId: () => found.id }, tx, pago, refund))
	return false
}

/**
 * The refund requested with a key, unless it was refused, and its id: a key of an account names one refund, and a new one
 * after a refused one.
 */
async function findRefund(tx: Transaction, actorId: number, refund: { orden_id: string; monto: number; key: string }) {
	for (let refused = 0; ; refused += 1) {
		const turn = refused === 0 ? '' : `\n${refused}`
		const id = derivedUuid(`devolucion:${actorId}:${refund.key}${turn}`)
		const [earlier] = await tx.select().from(devoluciones).where(eq(devoluciones.id, id))
		if (earlier && (earlier.orden_id !== refund.orden_id || earlier.monto !== refund.monto)) {
			refuse('clave_repetida', { text: 'Esa devolución ya se pidió con otros datos.' })
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
 * Requests the refund of everything that gateways have of a locked order: `monto` CLP, as shown to staff. Idempotent.
 * Refuses with `devolucion_excede` when the amount has changed.
 */
export async function refundAll(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ monto, motivo, key, actorId }: Pick<KeyedRefund, 'monto' | 'motivo' | 'key' | 'actorId'>,
): Promise<void> {
	const held = (await readPayments(tx, order.id)).filter(({ devolvible }) => devolvible > 0)
	if (held.length === 0) return
	const devolvible = refundableOf(held)
	if (devolvible !== monto) {
		const text = `Lo que se puede devolver cambió: ahora son ${formatClp(devolvible)}. Revisa la orden.`
		refuse('devolucion_excede', { text, extra: { devolvible } })
	}
	for (const { gateway, pago_id, devolvible: monto } of held) {
		const one = { monto, motivo, gateway, pago_id, actorId, key: `${key}:${gateway}:${pago_id}` }
		await requestOnce(deps, tx, order, one)
	}
}
