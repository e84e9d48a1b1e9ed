import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff-products/endpoints.ts'
import { adjustProduct } from '#modules/staff-products/server/adjust-stock.ts'
import { createProduct, deleteProduct, editProduct } from '#modules/staff-products/server/edit-products.ts'
import { listMovements, listPrices, listProducts, readStock } from '#modules/staff-products/server/read-products.ts'

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
