import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { type NotifyContext, runHooks } from '#modules/context.ts'
import { deliveryStop } from '#modules/orders/delivery-stop.ts'
import { type Dinero, isCalledOff, moneyOf, type OrderBooks, stopsDelivery } from '#modules/orders/order-money.ts'
import { readBooks } from '#modules/orders/server/read-order-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'

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
	const { despacho_sin_medir } = order
	const byMoney = stopsDelivery(books, moneyOf(books))
	const stop = {
		byMoney,
		despacho_sin_medir,
		entrega_liberada: order.entrega_liberada,
		isNewDispute: change.isNewDispute === true,
	}
	const next = { ...deliveryStop(stop), atencion: caseOf(order, books, change) }
	const { entrega_detenida, entrega_liberada, atencion } = next
	const isSame =
		order.entrega_detenida === entrega_detenida &&
		order.entrega_liberada === entrega_liberada &&
		order.atencion === atencion
	if (!isSame) await tx.update(ordenes).set(next).where(eq(ordenes.id, orderId))
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
	const gone = money?.dinero === 'devuelta' ? ` (${formatClp(money.devuelto)})` : ''
	return fail('entrega_detenida', {
		text: `La orden ${order.nro_orden} no se entrega: ${why}${gone}. Para entregarla de todos modos, usa «Entregar igual» en la orden.`,
		extra: { nro_orden: order.nro_orden, ...(money && { dinero: money.dinero }) },
	})
}
