import { createHash, timingSafeEqual } from 'node:crypto'
import { and, count, eq, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { accountsOfMailbox } from '#core/server/users/account-conditions.ts'
import type { Hooks, NotifyContext } from '#modules/lists/context.ts'
import { type Coupon, couponStateOf, hasCouponLimit, mayUseCoupon, shopCoupon } from '#modules/orders/coupon.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The account (null once deleted) and the phone (empty when unknown) whose orders count as one customer's. */
export interface CouponUser {
	readonly user: number | null
	readonly telefono: string
}

type WithCodes = Pick<NotifyContext, 'hooks'>

async function findOtherCode({ discountCodes }: Hooks, db: Queryable, codigo: string): Promise<Coupon | undefined> {
	for (const { find } of discountCodes) {
		const coupon = await find(db, codigo)
		if (coupon) return coupon
	}
	return undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns the coupon of a code (trimmed, upper case), valid or not; undefined for an unknown one. Compares the
 * environment's code in constant time.
 */
export async function findCoupon(
	{ hooks }: WithCodes,
	db: Queryable,
	codigo: string,
	{ discountCode, settings }: { readonly discountCode: string | undefined; readonly settings: Settings },
): Promise<Coupon | undefined> {
	const isShops = discountCode !== undefined && timingSafeEqual(digest(codigo), digest(discountCode))
	return isShops ? shopCoupon(codigo, settings) : await findOtherCode(hooks, db, codigo)
}

/** The coupon of a placed order; a code that no module knows was the environment's. */
export async function couponOfOrder(
	{ hooks }: WithCodes,
	db: Queryable,
	codigo: string | null,
	settings: Settings,
): Promise<Coupon | null> {
	return codigo === null ? null : ((await findOtherCode(hooks, db, codigo)) ?? shopCoupon(codigo, settings))
}

const given = ['fallida', 'cancelado'] as const satisfies readonly Estado[]

/** Counts coupon redemptions; failed orders do not count. */
const usesCode = (codigo: string) => and(eq(ordenes.cupon, codigo), notInArray(ordenes.estado, [...given]))

/** The current redemptions of a discount code. */
export const countUses = (db: Queryable, codigo: string): Promise<number> => db.$count(ordenes, usesCode(codigo))

const ownedBy = ({ user, telefono }: CouponUser) =>
	or(
		user === null ? undefined : eq(ordenes.user, accountsOfMailbox(user)),
		telefono === '' ? undefined : eq(ordenes.telefono, telefono),
	) ?? sql`false`

/** Whether one more order of `who` may redeem the code. Valid under the code's lock. */
export async function isCouponLeft(db: Queryable, coupon: Coupon, who: CouponUser, now: Date): Promise<boolean> {
	if (!hasCouponLimit(coupon)) return couponStateOf(coupon, 0, now) === 'vigente'
	const [found] = await db
		.select({ all: count(), own: sql<number>`count(*) filter (where ${ownedBy(who)})::int` })
		.from(ordenes)
		.where(usesCode(coupon.codigo))
	const isOwn = and(ownedBy(who), notInArray(ordenes.estado, [...given]))
	const ownOrders = coupon.solo_primera ? await db.$count(ordenes, isOwn) : 0
	return mayUseCoupon(coupon, { all: found?.all ?? 0, own: found?.own ?? 0, ownOrders }, now)
}

/** Whether there may be valid codes besides the environment's. */
export async function hasOtherCodes({ db, hooks }: WithCodes & { readonly db: Queryable }): Promise<boolean> {
	for (const { hasAny } of hooks.discountCodes) if (await hasAny(db)) return true
	return false
}
