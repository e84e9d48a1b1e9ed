import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/catalog/endpoints.ts'
import { readAvailability, refreshCart } from '#server/catalog/read-catalog.ts'
import type { Database } from '#server/db/database.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'

/** Public routes of the product: stock by colour, and current prices of a cart. */
export function catalogRoutes({ db }: { db: Database }): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readAvailability, async ({ params }) => unwrap(await readAvailability(db, params.sku)))
		handle(app, endpoints.refreshCart, async ({ body }) => await refreshCart(db, body))
	}
}
