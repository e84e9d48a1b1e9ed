import { createHash } from 'node:crypto'
import type { Queryable } from '#core/server/db/database.ts'
import type { CheckoutOptions } from '#modules/checkout/shapes.ts'
import { ownCheckoutOptions } from '#modules/checkout-parts.ts'
import type { NotifyContext } from '#modules/context.ts'
import { pickupHours } from '#modules/delivery/pickup-hours.ts'
import { couponStateOf, shopCoupon } from '#modules/orders/coupon.ts'
import { countUses, hasOtherCodes } from '#modules/orders/server/coupons.ts'
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
		...ownCheckoutOptions(deps.settings),
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
