import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { BoletaModel, BoletaMoment } from '#modules/orders/boleta-terms.ts'

/** The sales settings of the environment, read once; those that the owner changes are in server/settings. */
export interface ShopSettings {
	/** The public address of the shop, without a trailing slash. */
	readonly publicUrl: string
	/** The gateways with credentials; the owner's setting decides which of them are offered. */
	readonly gateways: readonly GatewayMethod[]
	readonly discountCode: string | undefined
	/** How sales get their tax documents; undefined when the shop emits none. */
	readonly boleta: { readonly modelo: BoletaModel; readonly momento: BoletaMoment } | undefined
	/** The CLP above which the law requires the buyer's name. */
	readonly uf135: number
}
