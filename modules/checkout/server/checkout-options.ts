import { createHash } from 'node:crypto'
import { refuse } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { CheckoutOptions, ValidateCouponAnswer, ValidateCouponRequest } from '#modules/checkout/shapes.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { pickupHours } from '#modules/delivery/delivery.ts'
import { readCheckoutParts } from '#modules/lists/checkout-parts.ts'
import type { Context, NotifyContext } from '#modules/lists/context.ts'
import { couponStateOf, shopCoupon } from '#modules/orders/coupon.ts'
import { countUses, findCoupon, hasOtherCodes, isCouponLeft } from '#modules/orders/server/coupons.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { saleNotice } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { bankOf, offeredGateways } from '#modules/settings/shop-data.ts'

interface CheckoutOptionsDeps extends Pick<NotifyContext, 'hooks'> {
	readonly db: Queryable
	readonly settings: ShopSettings
	readonly mapAttribution: string
}

/** Returns the current data of the checkout page. */
export async function readCheckoutOptions(deps: CheckoutOptionsDeps, now: Date): Promise<CheckoutOptions> {
	return await checkoutOptionsOf(deps, await readSettings(deps.db), now)
}

/**
 * Returns the data of the checkout page for these settings. The page gets the digest of the discount code while the
 * code is valid and has uses left; other codes are validated one at a time.
 */
export async function checkoutOptionsOf(
	deps: CheckoutOptionsDeps,
	settings: Settings,
	now: Date,
): Promise<CheckoutOptions> {
	return {
		gateways: offeredGateways(settings, deps.settings.gateways),
		efectivo: settings.pago_efectivo,
		cierre: saleNotice(settings, now) ?? null,
		estacion_retiro: settings.retiro_estacion ?? '',
		horario_retiro: pickupHours(settings.retiro_horario, settings.retiro_aviso),
		plazo_entrega: settings.plazo_entrega,
		cupon_sha256: await couponDigest(deps.db, { code: deps.settings.discountCode, settings, now }),
		hay_cupones: await hasOtherCodes(deps),
		...readCheckoutParts(deps.settings),
		mapa_atribucion: deps.mapAttribution,
		banco: bankOf(settings),
	}
}

async function couponDigest(
	db: Queryable,
	{ code, settings, now }: { code: string | undefined; settings: Settings; now: Date },
): Promise<string | null> {
	if (code === undefined) return null
	const coupon = shopCoupon(code, settings)
	const used = coupon.usos === null ? 0 : await countUses(db, code)
	return couponStateOf(coupon, used, now) === 'vigente' ? createHash('sha256').update(code).digest('hex') : null
}

/**
 * Returns the discount of a code for the customer's cart; the order decides anew. Refuses with the same
 * `cupon_invalido` for an unknown, expired or used code and for a cart below its minimum, so that guessing reveals
 * nothing.
 */
export async function validateCoupon(
	deps: Pick<Context, 'db' | 'clock' | 'hooks'> & { readonly settings: ShopSettings },
	usuario: { readonly id: number },
	{ codigo, subtotal }: ValidateCouponRequest,
): Promise<ValidateCouponAnswer> {
	const { discountCode } = deps.settings
	const settings = await readSettings(deps.db)
	const coupon = await findCoupon(deps, deps.db, normalizeCoupon(codigo), { discountCode, settings })
	if (!coupon || subtotal < coupon.minimo) refuse('cupon_invalido')
	const who = { user: usuario.id, telefono: '' }
	if (!(await isCouponLeft(deps.db, coupon, who, deps.clock.now()))) refuse('cupon_invalido')
	const { tipo, valor, minimo } = coupon
	return { tipo, valor, minimo }
}
