import { createHash } from 'node:crypto'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import { isCouponOver } from '#domain/orders/coupon-limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { countUses } from '#server/orders/order-hold.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/**
 * What the checkout page needs to know. The discount code itself stays here; the page gets its digest, as long as the code holds
 * and is not used up.
 */
export async function readCheckoutOptions(
	deps: { readonly db: Queryable; readonly settings: ShopSettings; readonly mapAttribution: string },
	now: Date,
): Promise<CheckoutOptions> {
	const { settings } = deps
	return {
		gateways: [...settings.gateways],
		estacion_retiro: settings.pickupStation,
		plazo_entrega: settings.deliveryTerm ?? null,
		cupon_sha256: await couponDigest(deps.db, settings.discountCode, now),
		mapa_atribucion: deps.mapAttribution,
		banco: settings.bank,
	}
}

async function couponDigest(db: Queryable, code: string | undefined, now: Date): Promise<string | null> {
	if (code === undefined) return null
	const limits = await readSettings(db)
	if (isCouponOver(limits, now)) return null
	const isUsedUp = limits.cupon_usos !== null && (await countUses(db, code)) >= limits.cupon_usos
	return isUsedUp ? null : createHash('sha256').update(code).digest('hex')
}
