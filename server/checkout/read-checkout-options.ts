import { createHash } from 'node:crypto'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import { pickupHours } from '#domain/delivery/pickup-hours.ts'
import { couponStateOf, shopCoupon } from '#domain/orders/coupons.ts'
import { saleNotice } from '#domain/settings/sale-state.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { Queryable } from '#server/db/database.ts'
import { countUses, hasStaffCoupons } from '#server/orders/coupons.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { bankOf, offeredGateways } from '#server/settings/shop-data.ts'

interface CheckoutOptionsDeps {
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
 * code is valid and has uses left; codes of staff are validated one at a time.
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
		hay_cupones: await hasStaffCoupons(deps.db),
		uf_135: deps.settings.uf135,
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
