import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { listDeliveriesAnswer, listDeliveriesQuery } from '#contract/staff/deliveries.ts'
import { listDeliveries } from '#server/staff/deliveries/list-deliveries.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const about = { tags: ['panel: reparto'], security: [{ bearer: [] }] }

export function deliveryRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_entregas',
			{
				config: { permission: 'ver_panel' },
				schema: {
					...about,
					querystring: listDeliveriesQuery,
					response: { 200: listDeliveriesAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => await listDeliveries(deps, query),
		)
	}
}
