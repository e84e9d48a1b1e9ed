import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/product-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { adjustProduct } from '#server/staff/products/adjust-product.ts'
import { createProduct } from '#server/staff/products/create-product.ts'
import { deleteProduct } from '#server/staff/products/delete-product.ts'
import { editProduct } from '#server/staff/products/edit-product.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import { listMovements } from '#server/staff/products/list-movements.ts'
import { listPrices } from '#server/staff/products/list-prices.ts'
import { listProducts } from '#server/staff/products/list-products.ts'
import { readStock } from '#server/staff/products/read-stock.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffProductRoutes(deps: StaffDeps): FastifyPluginAsync {
	const { db } = deps
	return async (app) => {
		handle(app, endpoints.listProducts, async ({ query }) => await listProducts(db, query))
		handle(app, endpoints.createProduct, async ({ usuario, body }) =>
			unwrap(await createProduct(deps, usuario.id, body)),
		)
		handle(app, endpoints.editProduct, async ({ usuario, params: { id }, headers, body: fields }) =>
			unwrap(await editProduct(deps, usuario, id, { fields, version: versionIn(headers['if-match']) })),
		)
		handle(app, endpoints.deleteProduct, async ({ usuario, params }) => {
			unwrap(await deleteProduct(deps, usuario.id, params.id))
			return null
		})
		handle(app, endpoints.listPrices, async ({ params }) => unwrap(await listPrices(db, params.id)))
		handle(app, endpoints.adjustStock, async ({ usuario, params, body, headers }) =>
			unwrap(await adjustProduct(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		handle(app, endpoints.listMovements, async ({ params, query }) => unwrap(await listMovements(db, params.id, query)))
		handle(app, endpoints.readStock, async () => await readStock(deps))
	}
}
