import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { createCouponRequest, editCouponRequest, listCouponsAnswer, staffCoupon } from '#contract/staff/coupons.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { createCoupon, editCoupon, listCoupons } from '#server/staff/coupons/staff-coupons.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffCouponRoutes(
	deps: StaffDeps & { readonly settings: Pick<ShopSettings, 'discountCode'> },
): FastifyPluginAsyncZod {
	const about = { tags: ['panel: cupones'], security: [{ bearer: [] }] }
	const { discountCode } = deps.settings
	return async (app) => {
		app.get(
			'/api/admin_cupones',
			{
				config: { permission: 'ver_panel' },
				schema: { ...about, response: { 200: listCouponsAnswer, ...errorAnswers } },
			},
			async () => await listCoupons(deps),
		)
		app.post(
			'/api/admin_cupones',
			{
				config: { permission: 'cambiar_ajustes' },
				schema: { ...about, body: createCouponRequest, response: { 200: staffCoupon, ...errorAnswers } },
			},
			async ({ usuario, body }) => unwrap(await createCoupon(deps, { actor: usuario, discountCode }, body)),
		)
		app.put(
			'/api/admin_cupones/:codigo',
			{
				config: { permission: 'cambiar_ajustes' },
				schema: {
					...about,
					params: z.object({ codigo: z.string().max(60) }),
					body: editCouponRequest,
					response: { 200: staffCoupon, ...errorAnswers },
				},
			},
			async ({ usuario, params, body }) => unwrap(await editCoupon(deps, usuario, { ...params, ...body })),
		)
	}
}
