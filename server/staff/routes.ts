import type { FastifyPluginAsync } from 'fastify'
import type { PushContext } from '#server/push/push-setup.ts'
import { staffCouponRoutes } from '#server/staff/coupons/coupon-routes.ts'
import { firstDayRoutes } from '#server/staff/first-day/first-day-routes.ts'
import type { TryContext } from '#server/staff/first-day/try-step.ts'
import { exportRoutes } from '#server/staff/lists/export-routes.ts'
import { staffNumberRoutes } from '#server/staff/numbers/number-routes.ts'
import { staffOperationRoutes } from '#server/staff/operations/operation-routes.ts'
import { type SettingDeps, staffSettingRoutes } from '#server/staff/operations/setting-routes.ts'
import { orderActionRoutes } from '#server/staff/orders/order-action-routes.ts'
import { staffOrderRoutes } from '#server/staff/orders/order-routes.ts'
import { pickupRoutes } from '#server/staff/pickups/pickup-routes.ts'
import type { PhotoDeps } from '#server/staff/products/color-photo.ts'
import { colorRoutes } from '#server/staff/products/color-routes.ts'
import { staffProductRoutes } from '#server/staff/products/product-routes.ts'
import { pushRoutes } from '#server/staff/push/push-routes.ts'
import { stopPhotoRoutes } from '#server/staff/rounds/photo-routes.ts'
import { roundRoutes } from '#server/staff/rounds/round-routes.ts'
import type { StopPhotoDeps } from '#server/staff/rounds/stop-photos.ts'
import { staffUserRoutes } from '#server/staff/users/user-routes.ts'

/** Routes of the panel, and the public ones that belong to them. */
export function staffRoutes(
	deps: SettingDeps & TryContext & Parameters<typeof staffCouponRoutes>[0] & PhotoDeps & PushContext & StopPhotoDeps,
): FastifyPluginAsync {
	return async (app) => {
		await app.register(staffOrderRoutes(deps))
		await app.register(orderActionRoutes(deps))
		await app.register(staffUserRoutes(deps))
		await app.register(staffProductRoutes(deps))
		await app.register(colorRoutes(deps))
		await app.register(staffOperationRoutes(deps))
		await app.register(staffNumberRoutes(deps))
		await app.register(exportRoutes(deps))
		await app.register(staffSettingRoutes(deps))
		await app.register(firstDayRoutes(deps))
		await app.register(staffCouponRoutes(deps))
		await app.register(roundRoutes(deps))
		await app.register(pickupRoutes(deps))
		await app.register(pushRoutes(deps))
		await app.register(stopPhotoRoutes(deps))
	}
}
