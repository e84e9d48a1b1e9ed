import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/order-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { editOrder } from '#server/staff/orders/edit-order.ts'
import { findOrders } from '#server/staff/orders/find-orders.ts'
import { listCases } from '#server/staff/orders/list-cases.ts'
import { listOrders } from '#server/staff/orders/list-orders.ts'
import { previewEdit } from '#server/staff/orders/preview-edit.ts'
import { readOrder } from '#server/staff/orders/read-order.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffOrderRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listOrders, async ({ query }) => await listOrders(deps, query))
		handle(app, endpoints.findOrders, async ({ query }) => await findOrders(deps.db, query.q ?? ''))
		handle(app, endpoints.listCases, async ({ query }) => await listCases(deps, query))
		handle(app, endpoints.readOrder, async ({ params }) => unwrap(await readOrder(deps, deps.db, params.id)))
		handle(app, endpoints.editOrder, async ({ usuario, params, headers, body: fields }) =>
			unwrap(await editOrder(deps, usuario.id, params.id, { fields, version: versionIn(headers['if-match']) })),
		)
		handle(app, endpoints.previewOrderEdit, async ({ usuario, params, body }) =>
			unwrap(await previewEdit(deps, usuario.id, params.id, body)),
		)
	}
}
