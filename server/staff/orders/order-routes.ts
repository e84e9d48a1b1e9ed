import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { listCasesAnswer, listCasesQuery } from '#contract/staff/cases.ts'
import { findOrdersAnswer, findOrdersQuery } from '#contract/staff/find-orders.ts'
import { editRequest, ifMatchHeader } from '#contract/staff/lists.ts'
import { effectsAnswer, listOrdersAnswer, listOrdersQuery, staffOrder } from '#contract/staff/orders.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { editOrder } from '#server/staff/orders/edit-order.ts'
import { findOrders } from '#server/staff/orders/find-orders.ts'
import { listCases } from '#server/staff/orders/list-cases.ts'
import { listOrders } from '#server/staff/orders/list-orders.ts'
import { previewEdit } from '#server/staff/orders/preview-edit.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export const orderParams = z.object({ id: z.string().max(100) })

/** Orders: list, filter and search, and one changed field at a time. */
export function staffOrderRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const tags = ['panel: órdenes']
	const security = [{ bearer: [] }]
	return async (app) => {
		app.get(
			'/api/admin_listar_ordenes',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, querystring: listOrdersQuery, response: { 200: listOrdersAnswer, ...errorAnswers } },
			},
			async ({ query }) => await listOrders(deps, query),
		)
		app.get(
			'/api/admin_buscar',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, querystring: findOrdersQuery, response: { 200: findOrdersAnswer, ...errorAnswers } },
			},
			async ({ query }) => await findOrders(deps.db, query.q ?? ''),
		)
		app.put(
			'/api/admin_ordenes/:id',
			{
				config: { permission: 'editar_ordenes' },
				schema: {
					tags,
					security,
					params: orderParams,
					headers: ifMatchHeader,
					body: editRequest,
					response: { 200: staffOrder, ...errorAnswers },
				},
			},
			async ({ usuario, params, headers, body: fields }) =>
				unwrap(await editOrder(deps, usuario.id, params.id, { fields, version: versionIn(headers['if-match']) })),
		)
		app.post(
			'/api/admin_ordenes/:id/efectos',
			{
				config: { permission: 'editar_ordenes' },
				schema: {
					tags,
					security,
					params: orderParams,
					body: editRequest,
					response: { 200: effectsAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params, body }) => unwrap(await previewEdit(deps, usuario.id, params.id, body)),
		)
		app.get(
			'/api/admin_casos',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, querystring: listCasesQuery, response: { 200: listCasesAnswer, ...errorAnswers } },
			},
			async ({ query }) => await listCases(deps, query),
		)
	}
}
