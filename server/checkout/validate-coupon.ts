import { type Failure, fail } from '#contract/failure.ts'
import type { ValidateCouponAnswer, ValidateCouponRequest } from '#contract/orders/validate-coupon.ts'
import { normalizeCoupon } from '#domain/orders/totals.ts'
import type { Queryable } from '#server/db/database.ts'
import { findCoupon, isCouponLeft } from '#server/orders/coupons.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/**
 * What a discount code would take off a customer's order now; the order itself decides. Refuses with `cupon_invalido` a code that
 * is none, is over or used up, or asks for a larger cart: whoever guesses learns no more of it.
 */
export async function validateCoupon(
	deps: { readonly db: Queryable; readonly clock: Clock; readonly settings: ShopSettings },
	usuario: { readonly id: number },
	{ codigo, subtotal }: ValidateCouponRequest,
): Promise<ValidateCouponAnswer | Failure> {
	const { discountCode } = deps.settings
	const settings = await readSettings(deps.db)
	const coupon = await findCoupon(deps.db, normalizeCoupon(codigo), { discountCode, settings })
	if (!coupon || subtotal < coupon.minimo) return fail('cupon_invalido')
	const who = { user: usuario.id, telefono: '' }
	if (!(await isCouponLeft(deps.db, coupon, who, deps.clock.now()))) return fail('cupon_invalido')
	const { tipo, valor, minimo } = coupon
	return { tipo, valor, minimo }
}
