import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { BoletaModel, BoletaMoment } from '#domain/tax-documents/tax-document.ts'

/** What the environment says about selling, read once; what the owner may change besides is in server/settings. */
export interface ShopSettings {
	/** The public address of the shop, without a slash at its end. */
	readonly publicUrl: string
	/** The gateways that can be called: which of them are offered is the owner's setting. */
	readonly gateways: readonly GatewayMethod[]
	readonly discountCode: string | undefined
	/** How sales get their tax documents; undefined: not by the shop. */
	readonly boleta: { readonly modelo: BoletaModel; readonly momento: BoletaMoment } | undefined
	/** Pesos above which the law asks who buys. */
	readonly uf135: number
}
