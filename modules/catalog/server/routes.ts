import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import * as endpoints from '#modules/catalog/endpoints.ts'
import { readAvailability, refreshCart } from '#modules/catalog/server/read-catalog.ts'

/** Public routes of the product: stock by colour, and current prices of a cart. */
export function catalogRoutes({ db }: { db: Database }): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readAvailability, async ({ params }) => unwrap(await readAvailability(db, params.sku)))
		handle(app, endpoints.refreshCart, async ({ body }) => await refreshCart(db, body))
	}
}
