import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { editRequest, ifMatchHeader, numberParams } from '#contract/staff/lists.ts'
import {
	createProductRequest,
	listPricesAnswer,
	listProductsAnswer,
	listProductsQuery,
	staffProduct,
} from '#contract/staff/products.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { createProduct } from '#server/staff/products/create-product.ts'
import { deleteProduct } from '#server/staff/products/delete-product.ts'
import { editProduct } from '#server/staff/products/edit-product.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import { listPrices } from '#server/staff/products/list-prices.ts'
import { listProducts } from '#server/staff/products/list-products.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const tags = ['panel: productos']
const security = [{ bearer: [] }]

function readRoutes({ db }: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_productos',
			{
				config: { permission: 'ver_panel' },
				schema: {
					tags,
					security,
					querystring: listProductsQuery,
					response: { 200: listProductsAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => await listProducts(db, query),
		)
		app.get(
			'/api/admin_productos/:id/precios',
			{
				config: { permission: 'ver_panel' },
				schema: { tags, security, params: numberParams, response: { 200: listPricesAnswer, ...errorAnswers } },
			},
			async ({ params: { id } }) => unwrap(await listPrices(db, id)),
		)
	}
}

/** Products: list, create, one changed field at a time, delete. */
export function staffProductRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		await app.register(readRoutes(deps))
		app.post(
			'/api/admin_productos',
			{
				config: { permission: 'editar_productos' },
				// Its name is a text that customers read.
				onRequest: deps.guard.requireFreshIdentity,
				schema: { tags, security, body: createProductRequest, response: { 201: staffProduct, ...errorAnswers } },
			},
			async ({ usuario, body }, reply) => reply.status(201).send(unwrap(await createProduct(deps, usuario.id, body))),
		)
		app.patch(
			'/api/admin_productos/:id',
			{
				config: { permission: 'editar_productos' },
				schema: {
					tags,
					security,
					params: numberParams,
					headers: ifMatchHeader,
					body: editRequest,
					response: { 200: staffProduct, ...errorAnswers },
				},
			},
			async ({ usuario, params: { id }, headers, body: fields }) =>
				unwrap(await editProduct(deps, usuario, id, { fields, version: versionIn(headers['if-match']) })),
		)
		app.delete(
			'/api/admin_productos/:id',
			{
				config: { permission: 'editar_productos' },
				schema: { tags, security, params: numberParams, response: { 204: z.null(), ...errorAnswers } },
			},
			async ({ usuario, params: { id } }, reply) => {
				unwrap(await deleteProduct(deps, usuario.id, id))
				return reply.status(204).send(null)
			},
		)
	}
}
