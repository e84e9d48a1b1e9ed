import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import { type LimitRefusal, type OpenOrders, refuseOpen } from '#domain/cart/unit-limits.ts'
import { type Coupon, hasCouponLimit } from '#domain/orders/coupons.ts'
import type { Estado } from '#domain/orders/estado.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { Transaction } from '#server/db/database.ts'
import { type OrderRow, ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { type CouponUser, couponOfOrder, isCouponLeft } from '#server/orders/coupons.ts'

/** Who an order is counted with: an account (null once it is deleted), a phone, and the discount code that it uses. */
export interface Buyer extends CouponUser {
	readonly cupon: Coupon | null
}

const couponGone = 'El cupón de esta orden ya no es válido. Haz un pedido nuevo sin el cupón.'

/** The first of the two numbers of each advisory lock of this file. PostgreSQL keeps them apart from locks of one number. */
const lockKinds = { account: 1, phone: 2, coupon: 3 } as const

/** Stock that nobody has paid for: what counts against the limits. */
export const isUnpaidHold = and(
	eq(ordenes.stock_tomado, true),
	isNull(ordenes.pagada_at),
	inArray(ordenes.estado, ['pendiente', 'en_revision'] satisfies Estado[]),
)

/**
 * Makes orders of one account, of one phone and with one limited code take turns until `tx` ends, always in this sequence and
 * before any product is locked, so that nobody deadlocks. What is counted afterwards cannot be passed by orders in parallel.
 */
async function takeTurn(tx: Transaction, { user, telefono, cupon }: Buyer): Promise<void> {
	const lock = (kind: keyof typeof lockKinds, key: number) =>
		sql`pg_advisory_xact_lock(${lockKinds[kind]}::int, ${key}::int)`
	const locks = [
		...(user === null ? [] : [lock('account', user)]),
		...(telefono === '' ? [] : [lock('phone', Number(telefono))]),
		...(cupon !== null && hasCouponLimit(cupon) ? [lock('coupon', 0)] : []),
	]
	// One journey to the database, which takes them from left to right: others wait meanwhile.
	if (locks.length > 0) await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)
}

/** Orders that the account, and those that the phone, hold unpaid. */
async function readOpen(tx: Transaction, { user, telefono }: Buyer): Promise<OpenOrders[]> {
	const isOwn = user === null ? sql`false` : eq(ordenes.user, user)
	const isPhone = telefono === '' ? sql`false` : eq(ordenes.telefono, telefono)
	const units = sql`(select sum(${ordenLineas.cantidad}) from ${ordenLineas} where ${ordenLineas.orden_id} = ${ordenes.id})`
	const [found] = await tx
		.select({
			ownOrders: sql<number>`count(*) filter (where ${isOwn})::int`,
			ownUnits: sql<number>`coalesce(sum(${units}) filter (where ${isOwn}), 0)::int`,
			phoneOrders: sql<number>`count(*) filter (where ${isPhone})::int`,
			phoneUnits: sql<number>`coalesce(sum(${units}) filter (where ${isPhone}), 0)::int`,
		})
		.from(ordenes)
		.where(and(isUnpaidHold, or(isOwn, isPhone)))
	if (!found) return []
	return [
		{ orders: found.ownOrders, units: found.ownUnits },
		{ orders: found.phoneOrders, units: found.phoneUnits },
	]
}

/**
 * Whether an order may take its stock, and its discount, without being paid: nobody holds more than the limits say, and no code
 * is used more often. To be asked inside of the transaction that takes them, before any product is locked. `units` of an
 * order that needs no payment are 0: it holds nothing unpaid.
 *
 * Refuses with `limite_ordenes`, `limite_unidades` and `cupon_invalido`.
 */
export async function refuseHold(
	tx: Transaction,
	buyer: Buyer,
	hold: { readonly units: number; readonly settings: Settings; readonly now: Date },
): Promise<Failure | undefined> {
	const { units, settings, now } = hold
	await takeTurn(tx, buyer)
	if (buyer.cupon && !(await isCouponLeft(tx, buyer.cupon, buyer, now))) return fail('cupon_invalido')
	const refusal = units === 0 ? undefined : refuseOpen(units, await readOpen(tx, buyer), settings)
	return refusal && limitFailure(refusal)
}

/**
 * Whether an order that failed, and gave its stock and its discount back, may take both again without being paid. One that
 * still holds its stock may go on. The caller holds the order's row. Refuses as `refuseHold` does.
 */
export async function refuseReopening(
	tx: Transaction,
	order: OrderRow,
	settings: Settings,
	now: Date,
): Promise<Failure | undefined> {
	if (order.stock_tomado) return undefined
	const { orden_id, cantidad } = ordenLineas
	const [line] = await tx
		.select({ units: sql<number>`coalesce(sum(${cantidad}), 0)::int` })
		.from(ordenLineas)
		.where(eq(orden_id, order.id))
	const { user, telefono } = order
	const cupon = await couponOfOrder(tx, order.cupon, settings)
	const buyer = { user, telefono, cupon }
	const refused = await refuseHold(tx, buyer, { units: order.total === 0 ? 0 : (line?.units ?? 0), settings, now })
	return refused?.failure === 'cupon_invalido' ? fail('cupon_invalido', { text: couponGone }) : refused
}

/** The refusal of an order that is more than the shop takes. */
export const limitFailure = ({ code, text, limite }: LimitRefusal): Failure => fail(code, { text, extra: { limite } })
