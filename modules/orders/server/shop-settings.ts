import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'

/** The sales settings of the environment, read once; those that the owner changes are in server/settings. */
export interface ShopSettings {
	/** The public address of the shop, without a trailing slash. */
	readonly publicUrl: string
	/** The gateways with credentials; the owner's setting decides which of them are offered. */
	readonly gateways: readonly GatewayMethod[]
	readonly discountCode: string | undefined
	/** The environment's variables of modules. */
	readonly variables: ModuleVariables
}
