import { type Failure, fail } from '#core/contract/failure.ts'
import type { ValidateCouponAnswer, ValidateCouponRequest } from '#modules/checkout/shapes.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import type { Context } from '#modules/context.ts'
import { findCoupon, isCouponLeft } from '#modules/orders/server/coupons.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/**
 * Returns the discount of a code for the customer's cart; the order decides anew. Fails with the same
 * `cupon_invalido` for an unknown, expired or used code and for a cart below its minimum, so that guessing reveals
 * nothing.
 */
export async function validateCoupon(
	deps: Pick<Context, 'db' | 'clock' | 'hooks'> & { readonly settings: ShopSettings },
	usuario: { readonly id: number },
	{ codigo, subtotal }: ValidateCouponRequest,
): Promise<ValidateCouponAnswer | Failure> {
	const { discountCode } = deps.settings
	const settings = await readSettings(deps.db)
	const coupon = await findCoupon(deps, deps.db, normalizeCoupon(codigo), { discountCode, settings })
	if (!coupon || subtotal < coupon.minimo) return fail('cupon_invalido')
	const who = { user: usuario.id, telefono: '' }
	if (!(await isCouponLeft(deps.db, coupon, who, deps.clock.now()))) return fail('cupon_invalido')
	const { tipo, valor, minimo } = coupon
	return { tipo, valor, minimo }
}
