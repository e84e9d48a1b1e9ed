import { type Failure, fail } from '#contract/failure.ts'
import type { ValidateCouponAnswer, ValidateCouponRequest } from '#contract/orders/validate-coupon.ts'
import { normalizeCoupon } from '#domain/orders/totals.ts'
import type { Queryable } from '#server/db/database.ts'
import { findCoupon, isCouponLeft } from '#server/orders/coupons.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/**
 * Returns the discount of a code for the customer's cart; the order decides anew. Fails with the same
 * `cupon_invalido` for an unknown, expired or used code and for a cart below its minimum, so that guessing reveals
 * nothing.
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
