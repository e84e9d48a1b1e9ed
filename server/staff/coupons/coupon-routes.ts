import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/coupon-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { createCoupon, editCoupon, listCoupons } from '#server/staff/coupons/staff-coupons.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffCouponRoutes(
	deps: StaffDeps & { readonly settings: Pick<ShopSettings, 'discountCode'> },
): FastifyPluginAsync {
	const { discountCode } = deps.settings
	return async (app) => {
		handle(app, endpoints.listCoupons, async () => await listCoupons(deps))
		handle(app, endpoints.createCoupon, async ({ usuario, body }) =>
			unwrap(await createCoupon(deps, { actor: usuario, discountCode }, body)),
		)
		handle(app, endpoints.editCoupon, async ({ usuario, params, body }) =>
			unwrap(await editCoupon(deps, usuario, { ...params, ...body })),
		)
	}
}
