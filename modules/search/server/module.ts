import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/search/endpoints.ts'
import { findOrders } from '#modules/search/server/find-orders.ts'

/** The search box of the panel. */
export const search = defineModule<Pick<Context, 'db'>>({
	name: 'search',
	open: ({ db }) => ({
		async routes(app) {
			handle(app, endpoints.findOrders, async ({ query }) => await findOrders(db, query.q ?? ''))
		},
	}),
})
