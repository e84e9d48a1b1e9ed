import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { staffOperationRoutes } from '#server/staff/operation-routes.ts'
import { orderActionRoutes } from '#server/staff/order-action-routes.ts'
import { staffOrderRoutes } from '#server/staff/order-routes.ts'
import { staffProductRoutes } from '#server/staff/product-routes.ts'
import { requirePermissions } from '#server/staff/require-permissions.ts'
import { staffSettingRoutes } from '#server/staff/setting-routes.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'
import { staffTrailRoutes } from '#server/staff/trail-routes.ts'
import { staffUserRoutes } from '#server/staff/user-routes.ts'

/**
 * Every call of the panel. The guard stands before all of them, and behind it the table of permissions, so that none can be
 * forgotten.
 */
export function staffRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.addHook('onRequest', deps.guard.requireStaff)
		requirePermissions(app)
		await app.register(staffOrderRoutes(deps))
		await app.register(orderActionRoutes(deps))
		await app.register(staffUserRoutes(deps))
		await app.register(staffProductRoutes(deps))
		await app.register(staffOperationRoutes(deps))
		await app.register(staffTrailRoutes(deps))
		await app.register(staffSettingRoutes(deps))
	}
}
