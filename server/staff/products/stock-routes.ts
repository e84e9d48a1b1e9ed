import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { numberParams } from '#contract/staff/lists.ts'
import { idempotencyKey } from '#contract/staff/order-detail.ts'
import {
	adjustStockAnswer,
	adjustStockRequest,
	listMovementsAnswer,
	listMovementsQuery,
	stockOutlookAnswer,
} from '#contract/staff/stock.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { adjustProduct } from '#server/staff/products/adjust-product.ts'
import { listMovements } from '#server/staff/products/list-movements.ts'
import { readStock } from '#server/staff/products/read-stock.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The units of a product: adjusting and following them, and how long they last. */
export function staffStockRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const tags = ['panel: productos']
	const security = [{ bearer: [] }]
	return async (app) => {
		app.post(
			'/api/admin_productos/:id/ajustar',
			{
				config: { permission: 'editar_productos' },
				schema: {
					tags,
					security,
					params: numberParams,
					body: adjustStockRequest,
					headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
					response: { 200: adjustStockAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params: { id }, body, headers }) =>
				unwrap(await adjustProduct(deps, usuario.id, id, { ...body, key: headers['idempotency-key'] })),
		)
		app.get(
			'/api/admin_productos/:id/movimientos',
			{
				config: { permission: 'ver_panel' },
				schema: {
					tags,
					security,
					params: numberParams,
					querystring: listMovementsQuery,
					response: { 200: listMovementsAnswer, ...errorAnswers },
				},
			},
			async ({ params: { id }, query }) => unwrap(await listMovements(deps.db, id, query)),
		)
		app.get(
			'/api/admin_stock',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, response: { 200: stockOutlookAnswer, ...errorAnswers } },
			},
			async () => await readStock(deps),
		)
	}
}
