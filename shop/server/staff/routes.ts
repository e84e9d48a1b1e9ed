import type { FastifyPluginAsync } from 'fastify'
import { checkoutOptionsOf } from '#modules/checkout/server/checkout-options.ts'
import type { MapsProvider } from '#modules/delivery/server/maps/maps.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { type SettingDeps, staffSettingRoutes } from '#modules/settings/server/setting-routes.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { auditRoutes, staffUserRoutes } from '#modules/staff/server/users-and-audit.ts'
import { orderActionRoutes, staffOrderRoutes } from '#modules/staff-orders/server/routes.ts'
import { staffProductRoutes } from '#modules/staff-products/server/products.ts'

interface Deps extends Omit<SettingDeps, 'checkoutWith'> {
	readonly maps: MapsProvider
	readonly settings: ShopSettings
}

/** Routes of the panel, and the public ones that belong to them. */
export function staffRoutes(
	deps: Deps & Parameters<typeof staffUserRoutes>[0] & Parameters<typeof orderActionRoutes>[0],
): FastifyPluginAsync {
	const checkoutWith = async (change: Partial<Settings>) => {
		const settings = { ...(await readSettings(deps.db)), ...change }
		return await checkoutOptionsOf({ ...deps, mapAttribution: deps.maps.attribution }, settings, deps.clock.now())
	}
	return async (app) => {
		await app.register(staffOrderRoutes(deps))
		await app.register(orderActionRoutes(deps))
		await app.register(staffUserRoutes(deps))
		await app.register(staffProductRoutes(deps))
		await app.register(auditRoutes(deps))
		await app.register(staffSettingRoutes({ ...deps, checkoutWith }))
	}
}
