import { defineModule } from '#core/server/module.ts'
import type { StaffDeps } from '#modules/context.ts'
import { staffCouponRoutes } from '#modules/coupons/server/coupon-routes.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'

export const coupons = defineModule<StaffDeps & { readonly settings: Pick<ShopSettings, 'discountCode'> }>({
	name: 'coupons',
	open: (services) => ({ routes: staffCouponRoutes(services) }),
})
