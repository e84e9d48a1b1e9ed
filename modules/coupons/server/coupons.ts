import { createHash, timingSafeEqual } from 'node:crypto'
import { and, count, eq, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import {
	type Coupon,
	type CouponUses,
	couponStateOf,
	hasCouponLimit,
	mayUseCoupon,
	shopCoupon,
} from '#modules/coupons/coupons.ts'
import { cupones } from '#modules/coupons/tables.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The account (null once deleted) and the phone (empty when unknown) whose orders count as one customer's. */
export interface CouponUser {
	readonly user: number | null
	readonly telefono: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A code that staff created; undefined for none of this name. */
export async function readStaffCoupon(db: Queryable, codigo: string): Promise<Coupon | undefined> {
	const [row] = await db.select().from(cupones).where(eq(cupones.codigo, codigo))
	return row
}

/**
 * Returns the coupon of a code (trimmed, upper case), valid or not; undefined for an unknown one. Compares the
 * environment's code in constant time.
 */
export async function findCoupon(
	db: Queryable,
	codigo: string,
	{ discountCode, settings }: { readonly discountCode: string | undefined; readonly settings: Settings },
): Promise<Coupon | undefined> {
	const isShops = discountCode !== undefined && timingSafeEqual(digest(codigo), digest(discountCode))
	return isShops ? shopCoupon(codigo, settings) : await readStaffCoupon(db, codigo)
}

/** The coupon of a placed order; a code that staff did not create was the environment's. */
export async function couponOfOrder(db: Queryable, codigo: string | null, settings: Settings): Promise<Coupon | null> {
	return codigo === null ? null : ((await readStaffCoupon(db, codigo)) ?? shopCoupon(codigo, settings))
}

const given = ['fallida', 'cancelado'] as const satisfies readonly Estado[]

/** Counts coupon redemptions; failed orders do not count. */
const usesCode = (codigo: string) => and(eq(ordenes.cupon, codigo), notInArray(ordenes.estado, [...given]))

/** The current redemptions of a discount code. */
export const countUses = (db: Queryable, codigo: string): Promise<number> => db.$count(ordenes, usesCode(codigo))

const ownedBy = ({ user, telefono }: CouponUser) =>
	or(
		user === null ? undefined : eq(ordenes.user, user),
		telefono === '' ? undefined : eq(ordenes.telefono, telefono),
	) ?? sql`false`

async function readUses(db: Queryable, coupon: Coupon, who: CouponUser): Promise<CouponUses> {
	const [found] = await db
		.select({ all: count(), own: sql<number>`count(*) filter (where ${ownedBy(who)})::int` })
		.from(ordenes)
		.where(usesCode(coupon.codigo))
	const isOwn = and(ownedBy(who), notInArray(ordenes.estado, [...given]))
	const ownOrders = coupon.solo_primera ? await db.$count(ordenes, isOwn) : 0
	return { all: found?.all ?? 0, own: found?.own ?? 0, ownOrders }
}

/** Whether one more order of `who` may redeem the code. Valid under the code's lock. */
export async function isCouponLeft(db: Queryable, coupon: Coupon, who: CouponUser, now: Date): Promise<boolean> {
	if (!hasCouponLimit(coupon)) return couponStateOf(coupon, 0, now) === 'vigente'
	return mayUseCoupon(coupon, await readUses(db, coupon, who), now)
}

/** Whether staff have codes that have not ended. */
export const hasStaffCoupons = async (db: Queryable): Promise<boolean> =>
	(await db.$count(cupones, eq(cupones.activo, true))) > 0
