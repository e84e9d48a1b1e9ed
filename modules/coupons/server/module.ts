import { handle } from '#core/server/http/handle.ts'
import { csvOfTable, sendExport } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/coupons/endpoints.ts'
import { couponTable, createCoupon, editCoupon, listCoupons } from '#modules/coupons/server/staff-coupons.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'

/** The codes that staff create. What the checkout needs of them is in `discountCodes` of `modules/lists/hooks.ts`. */
export const coupons = defineModule<StaffDeps & { readonly settings: Pick<ShopSettings, 'discountCode'> }>({
	name: 'coupons',
	open: (deps) => ({
		async routes(app) {
			const { discountCode } = deps.settings
			handle(app, endpoints.listCoupons, async () => await listCoupons(deps))
			handle(app, endpoints.createCoupon, ({ usuario, body }) =>
				createCoupon(deps, { actor: usuario, discountCode }, body),
			)
			handle(app, endpoints.editCoupon, ({ usuario, params, body }) =>
				editCoupon(deps, usuario, { ...params, ...body }),
			)
			handle(app, endpoints.exportCoupons, async (request, reply) => {
				const table = await couponTable(deps)
				const file = { archivo: 'cupones.csv', filter: request.query }
				return await sendExport(deps.db, request, reply, file, csvOfTable(table))
			})
		},
	}),
})
