import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { BoletaModel, BoletaMoment } from '#domain/tax-documents/tax-document.ts'

/** What the owner decides about selling; read once from the environment. */
export interface ShopSettings {
	/** The public address of the shop, without a slash at its end. */
	readonly publicUrl: string
	readonly gateways: readonly GatewayMethod[]
	/** The discount code in upper case, or undefined when there is none. */
	readonly discountCode: string | undefined
	readonly pickupStation: string
	/** Within what time orders are handed over; undefined where the owner names none. */
	readonly deliveryTerm: string | undefined
	/** How sales get their tax documents; undefined: not by the shop. */
	readonly boleta: { readonly modelo: BoletaModel; readonly momento: BoletaMoment } | undefined
	readonly bank: CheckoutOptions['banco']
}
