import { createHash } from 'node:crypto'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'

/** What the checkout page needs to know. The discount code itself stays here; the page gets its digest. */
export function readCheckoutOptions(settings: ShopSettings, mapAttribution: string): CheckoutOptions {
	const { discountCode } = settings
	return {
		gateways: [...settings.gateways],
		estacion_retiro: settings.pickupStation,
		plazo_entrega: settings.deliveryTerm ?? null,
		cupon_sha256: discountCode === undefined ? null : createHash('sha256').update(discountCode).digest('hex'),
		mapa_atribucion: mapAttribution,
		banco: settings.bank,
	}
}
