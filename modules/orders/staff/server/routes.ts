import type { FastifyPluginAsync } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { isAllowed } from '#core/rules/permissions.ts'
import { handle } from '#core/server/http/handle.ts'
import { sendExport } from '#core/server/lists/csv.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/orders/staff/endpoints.ts'
import { undoChange } from '#modules/orders/staff/server/act-on-order.ts'
import { cancelOrder, cancelTogether } from '#modules/orders/staff/server/cancel-order.ts'
import { editOrder, previewEdit } from '#modules/orders/staff/server/edit-order.ts'
import { exportOrders } from '#modules/orders/staff/server/export-orders.ts'
import { listCases, listOrders } from '#modules/orders/staff/server/list-orders.ts'
import { readOrder } from '#modules/orders/staff/server/read-order.ts'
import { recordHandRefund, refundByTransfer, refundOrder, settleDoubt } from '#modules/orders/staff/server/refunds.ts'
import {
	addNote,
	confirmTransfer,
	deliverOrder,
	refuseProof,
	releaseDelivery,
	resendMail,
	resolveCase,
} from '#modules/orders/staff/server/staff-actions.ts'

export function staffOrderRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listOrders, ({ query }) => listOrders(deps, query))
		handle(app, endpoints.listCases, ({ query }) => listCases(deps, query))
		handle(app, endpoints.readOrder, ({ params }) => readOrder(deps, deps.db, params.id))
		handle(app, endpoints.editOrder, ({ usuario, params, headers, body: fields }) =>
			editOrder(deps, usuario.id, params.id, { fields, version: versionIn(headers['if-match']) }),
		)
		handle(app, endpoints.exportOrders, async (request, reply) => {
			const { archivo } = request.params
			const file = exportOrders(deps.db, archivo, request.query, deps.clock.now())
			return await sendExport(deps.db, request, reply, { archivo, filter: request.query }, file)
		})
		handle(app, endpoints.previewOrderEdit, ({ usuario, params, body }) =>
			previewEdit(deps, usuario.id, params.id, body),
		)
		handle(app, endpoints.refundOrder, ({ usuario, params, body, headers }) =>
			refundOrder(deps, params.id, { ...body, actorId: usuario.id, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.recordHandRefund, ({ usuario, params, body, headers }) =>
			recordHandRefund(deps, params.id, { ...body, actorId: usuario.id, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.settleDoubt, ({ usuario, params, body }) => settleDoubt(deps, usuario.id, params.id, body))
		handle(app, endpoints.refundByTransfer, ({ usuario, params, body }) =>
			refundByTransfer(deps, usuario.id, params.id, body),
		)
		handle(app, endpoints.resendMail, ({ usuario, params, body, headers }) =>
			resendMail(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.addNote, ({ usuario, params, body, headers }) =>
			addNote(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.deliverOrder, ({ usuario, params }) => deliverOrder(deps, usuario.id, params.id))
		handle(app, endpoints.undoChange, ({ usuario, params }) => undoChange(deps, usuario.id, params.id))
		handle(app, endpoints.releaseDelivery, ({ usuario, params, body }) =>
			releaseDelivery(deps, usuario.id, params.id, body.motivo),
		)
		handle(app, endpoints.confirmTransfer, ({ usuario, params }) => confirmTransfer(deps, usuario.id, params.id))
		handle(app, endpoints.refuseProof, ({ usuario, params, body }) =>
			refuseProof(deps, usuario.id, params.id, body.motivo),
		)
		handle(app, endpoints.cancelOrder, async ({ usuario, params, body, headers }) => {
			const refunds = body?.devolver !== undefined || body?.devolver_a_mano !== undefined
			if (refunds && !isAllowed('devolver_dinero', { ...usuario, is_active: true })) refuse('solo_superusuario')
			// Without a caller's key, the remaining amount prevents a second refund.
			const key = headers['idempotency-key'] ?? `cancelar:${params.id}`
			return await cancelOrder(deps, params.id, { motivo: '', ...body, actorId: usuario.id, key })
		})
		handle(app, endpoints.cancelTogether, ({ usuario, params, body }) =>
			cancelTogether(deps, usuario.id, params.id, body),
		)
		handle(app, endpoints.resolveCase, ({ usuario, params }) => resolveCase(deps, usuario.id, params.id))
	}
}
