import { createHash, timingSafeEqual } from 'node:crypto'
import { and, count, eq, notInArray, or, sql } from 'drizzle-orm'
import {
	type Coupon,
	type CouponUses,
	couponStateOf,
	hasCouponLimit,
	mayUseCoupon,
	shopCoupon,
} from '#domain/orders/coupons.ts'
import type { Estado } from '#domain/orders/estado.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { Queryable } from '#server/db/database.ts'
import { cupones } from '#server/db/tables/coupons.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/** Whose orders count as one customer's: an account's (null once it is deleted), and a phone's, empty where it is not known. */
export interface CouponUser {
	readonly user: number | null
	readonly telefono: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A code that staff made; undefined where they made none of this name. */
export async function readStaffCoupon(db: Queryable, codigo: string): Promise<Coupon | undefined> {
	const [row] = await db.select().from(cupones).where(eq(cupones.codigo, codigo))
	return row
}

/**
 * The coupon of a code, trimmed and in upper case, whether it holds or not; undefined where there is none. The code of the
 * environment is compared in constant time.
 */
export async function findCoupon(
	db: Queryable,
	codigo: string,
	{ discountCode, settings }: { readonly discountCode: string | undefined; readonly settings: Settings },
): Promise<Coupon | undefined> {
	const isShops = discountCode !== undefined && timingSafeEqual(digest(codigo), digest(discountCode))
	return isShops ? shopCoupon(codigo, settings) : await readStaffCoupon(db, codigo)
}

/** The coupon of an order that was placed with it: what is none of staff's was the environment's. */
export async function couponOfOrder(db: Queryable, codigo: string | null, settings: Settings): Promise<Coupon | null> {
	return codigo === null ? null : ((await readStaffCoupon(db, codigo)) ?? shopCoupon(codigo, settings))
}

const given = ['fallida', 'cancelado'] as const satisfies readonly Estado[]

/** Orders with the code that have not failed: a failed one has given its use back. */
const usesCode = (codigo: string) => and(eq(ordenes.cupon, codigo), notInArray(ordenes.estado, [...given]))

/** How often a discount code is used now. */
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

/** Whether one more order of `who` may use the code. What is counted holds as long as orders with the code take turns. */
export async function isCouponLeft(db: Queryable, coupon: Coupon, who: CouponUser, now: Date): Promise<boolean> {
	if (!hasCouponLimit(coupon)) return couponStateOf(coupon, 0, now) === 'vigente'
	return mayUseCoupon(coupon, await readUses(db, coupon, who), now)
}

/** Whether staff have made codes that are not ended. */
export const hasStaffCoupons = async (db: Queryable): Promise<boolean> =>
	(await db.$count(cupones, eq(cupones.activo, true))) > 0
