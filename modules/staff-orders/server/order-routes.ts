import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import { sendExport } from '#core/server/lists/send-csv.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff-orders/endpoints.ts'
import { editOrder } from '#modules/staff-orders/server/edit-order.ts'
import { exportOrders } from '#modules/staff-orders/server/export-orders.ts'
import { listCases } from '#modules/staff-orders/server/list-cases.ts'
import { listOrders } from '#modules/staff-orders/server/list-orders.ts'
import { previewEdit } from '#modules/staff-orders/server/preview-edit.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'

export function staffOrderRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listOrders, async ({ query }) => await listOrders(deps, query))
		handle(app, endpoints.listCases, async ({ query }) => await listCases(deps, query))
		handle(app, endpoints.readOrder, async ({ params }) => unwrap(await readOrder(deps, deps.db, params.id)))
		handle(app, endpoints.editOrder, async ({ usuario, params, headers, body: fields }) =>
			unwrap(await editOrder(deps, usuario.id, params.id, { fields, version: versionIn(headers['if-match']) })),
		)
		handle(app, endpoints.exportOrders, async (request, reply) => {
			const {
				params: { archivo },
				query,
			} = request
			return await sendExport(
				deps.db,
				request,
				reply,
				{ archivo, filter: query },
				exportOrders(deps.db, archivo, query),
			)
		})
		handle(app, endpoints.previewOrderEdit, async ({ usuario, params, body }) =>
			unwrap(await previewEdit(deps, usuario.id, params.id, body)),
		)
	}
}
