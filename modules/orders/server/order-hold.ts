import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { type LimitRefusal, type OpenOrders, refuseOpen } from '#modules/catalog/unit-limits.ts'
import type { NotifyContext } from '#modules/context.ts'
import { type Coupon, hasCouponLimit } from '#modules/orders/coupon.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { type CouponUser, couponOfOrder, isCouponLeft } from '#modules/orders/server/coupons.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The account (null once deleted), phone and discount code by which an order is counted. */
export interface Buyer extends CouponUser {
	readonly cupon: Coupon | null
}

const couponGone = 'El cupón de esta orden ya no es válido. Haz un pedido nuevo sin el cupón.'

/** The first of the two numbers of this file's advisory locks. PostgreSQL separates them from one-number locks. */
const lockKinds = { account: 1, phone: 2, coupon: 3, number: 4, network: 5 } as const

/** Reserved, unpaid stock, which counts against the limits. */
export const isUnpaidReservation = and(
	eq(ordenes.stock_tomado, true),
	isNull(ordenes.pagada_at),
	inArray(ordenes.estado, ['pendiente', 'en_revision'] satisfies Estado[]),
)

const lock = (kind: keyof typeof lockKinds, key: number) =>
	sql`pg_advisory_xact_lock(${lockKinds[kind]}::int, ${key}::int)`

/**
 * Serialises the unpaid orders of one network until the transaction ends. Locked after account, phone and coupon.
 */
export const networkLock = (red: string) => sql`pg_advisory_xact_lock(${lockKinds.network}::int, hashtext(${red}))`

/** Serialises the numbering of orders until the transaction ends. Locked after every other lock. */
export const numbersLock = lock('number', 0)

/**
 * Serialises the orders of one account, then those of one phone, until the transaction ends. This order, before any
 * product is locked, avoids deadlocks; parallel orders cannot exceed the limits that are counted afterwards.
 */
export async function lockBuyer(
	tx: Transaction,
	{ user, telefono }: Pick<CouponUser, 'user' | 'telefono'>,
): Promise<void> {
	if (user !== null) await tx.execute(sql`select ${lock('account', user)}`)
	if (telefono !== '') await tx.execute(sql`select ${lock('phone', Number(telefono))}`)
}

/** The unpaid orders with reserved stock of the account and of the phone. */
async function readOpen(tx: Transaction, { user, telefono }: Buyer): Promise<OpenOrders[]> {
	const isOwn = user === null ? sql`false` : eq(ordenes.user, user)
	const isPhone = telefono === '' ? sql`false` : eq(ordenes.telefono, telefono)
	const { orden_id, cantidad } = ordenLineas
	const lines = tx
		.select({ units: sql<number>`sum(${cantidad})`.as('units') })
		.from(ordenLineas)
		.where(eq(orden_id, ordenes.id))
		.as('lineas')
	const [found] = await tx
		.select({
			ownOrders: sql<number>`count(*) filter (where ${isOwn})::int`,
			ownUnits: sql<number>`coalesce(sum(${lines.units}) filter (where ${isOwn}), 0)::int`,
			phoneOrders: sql<number>`count(*) filter (where ${isPhone})::int`,
			phoneUnits: sql<number>`coalesce(sum(${lines.units}) filter (where ${isPhone}), 0)::int`,
		})
		.from(ordenes)
		.crossJoinLateral(lines)
		.where(and(isUnpaidReservation, or(isOwn, isPhone)))
	if (!found) return []
	return [
		{ orders: found.ownOrders, units: found.ownUnits },
		{ orders: found.phoneOrders, units: found.phoneUnits },
	]
}

interface Reservation {
	/** 0 for an order without a payment due: it reserves nothing unpaid. */
	readonly units: number
	readonly settings: Settings
	readonly now: Date
}

/**
 * Checks the limits of reserved stock and of the discount code for an unpaid order. The caller holds the buyer's
 * locks, and no product's. Locks a limited code. Fails with `limite_ordenes`, `limite_unidades` and
 * `cupon_invalido`.
 */
export async function refuseReservation(
	tx: Transaction,
	buyer: Buyer,
	reservation: Reservation,
): Promise<Failure | undefined> {
	const { units, settings, now } = reservation
	if (buyer.cupon && hasCouponLimit(buyer.cupon)) await tx.execute(sql`select ${lock('coupon', 0)}`)
	if (buyer.cupon && !(await isCouponLeft(tx, buyer.cupon, buyer, now))) return fail('cupon_invalido')
	const refusal = units === 0 ? undefined : refuseOpen(units, await readOpen(tx, buyer), settings)
	return refusal && limitFailure(refusal)
}

/**
 * Checks whether a failed order that returned its stock and discount may reserve both again unpaid. An order that
 * still reserves its stock passes. The caller holds the order's row lock. Fails as `refuseReservation` does.
 */
export async function refuseReopening(
	deps: Pick<NotifyContext, 'hooks'>,
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
	const cupon = await couponOfOrder(deps, tx, order.cupon, settings)
	const buyer = { user, telefono, cupon }
	await lockBuyer(tx, buyer)
	const refused = await refuseReservation(tx, buyer, {
		units: order.total === 0 ? 0 : (line?.units ?? 0),
		settings,
		now,
	})
	return refused?.failure === 'cupon_invalido' ? fail('cupon_invalido', { text: couponGone }) : refused
}

/** The failure of an order above the shop's limits. */
export const limitFailure = ({ code, text, limite }: LimitRefusal): Failure => fail(code, { text, extra: { limite } })
