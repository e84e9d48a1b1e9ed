import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { StaffDeps } from '#modules/context.ts'
import { createCoupon, editCoupon, listCoupons } from '#modules/coupons/server/staff-coupons.ts'
import * as endpoints from '#modules/coupons/staff-endpoints.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'

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
