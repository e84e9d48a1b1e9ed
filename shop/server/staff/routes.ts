import type { FastifyPluginAsync } from 'fastify'
import { staffProductRoutes } from '#modules/catalog/server/staff/product-routes.ts'
import { type SettingDeps, staffSettingRoutes } from '#modules/settings/server/setting-routes.ts'
import { auditRoutes } from '#modules/staff/server/operation-routes.ts'
import { staffUserRoutes } from '#modules/staff/server/users/user-routes.ts'
import { orderActionRoutes } from '#modules/staff-orders/server/order-action-routes.ts'
import { staffOrderRoutes } from '#modules/staff-orders/server/order-routes.ts'

/** Routes of the panel, and the public ones that belong to them. */
export function staffRoutes(
	deps: SettingDeps & Parameters<typeof staffUserRoutes>[0] & Parameters<typeof orderActionRoutes>[0],
): FastifyPluginAsync {
	return async (app) => {
		await app.register(staffOrderRoutes(deps))
		await app.register(orderActionRoutes(deps))
		await app.register(staffUserRoutes(deps))
		await app.register(staffProductRoutes(deps))
		await app.register(auditRoutes(deps))
		await app.register(staffSettingRoutes(deps))
	}
}
