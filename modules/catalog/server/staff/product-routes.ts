import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import { adjustProduct } from '#modules/catalog/server/staff/adjust-product.ts'
import { createProduct } from '#modules/catalog/server/staff/create-product.ts'
import { deleteProduct } from '#modules/catalog/server/staff/delete-product.ts'
import { editProduct } from '#modules/catalog/server/staff/edit-product.ts'
import { listMovements } from '#modules/catalog/server/staff/list-movements.ts'
import { listPrices } from '#modules/catalog/server/staff/list-prices.ts'
import { listProducts } from '#modules/catalog/server/staff/list-products.ts'
import { readStock } from '#modules/catalog/server/staff/read-stock.ts'
import * as endpoints from '#modules/catalog/staff-endpoints.ts'
import type { StaffDeps } from '#modules/context.ts'

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
