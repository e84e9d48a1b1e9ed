import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { isAllowed } from '#core/rules/permissions.ts'
import { handle } from '#core/server/http/handle.ts'
import { FailureAnswer, unwrap } from '#core/server/http/unwrap.ts'
import { sendExport } from '#core/server/lists/csv.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff-orders/endpoints.ts'
import { undoChange } from '#modules/staff-orders/server/act-on-order.ts'
import { cancelOrder, cancelTogether } from '#modules/staff-orders/server/cancel-order.ts'
import { editOrder, previewEdit } from '#modules/staff-orders/server/edit-order.ts'
import { exportOrders } from '#modules/staff-orders/server/export-orders.ts'
import { recordHandRefund, refundByTransfer, settleDoubt } from '#modules/staff-orders/server/hand-refunds.ts'
import { listCases, listOrders } from '#modules/staff-orders/server/list-orders.ts'
import { readOrder } from '#modules/staff-orders/server/read-order.ts'
import { refundOrder } from '#modules/staff-orders/server/refund-order.ts'
import {
	addNote,
	confirmTransfer,
	deliverOrder,
	refuseProof,
	releaseDelivery,
	resendMail,
	resolveCase,
} from '#modules/staff-orders/server/staff-actions.ts'

export function staffOrderRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listOrders, async ({ query }) => await listOrders(deps, query))
		handle(app, endpoints.listCases, async ({ query }) => await listCases(deps, query))
		handle(app, endpoints.readOrder, async ({ params }) => unwrap(await readOrder(deps, deps.db, params.id)))
		handle(app, endpoints.editOrder, async ({ usuario, params, headers, body: fields }) =>
			unwrap(await editOrder(deps, usuario.id, params.id, { fields, version: versionIn(headers['if-match']) })),
		)
		handle(app, endpoints.exportOrders, async (request, reply) => {
			const { archivo } = request.params
			const file = exportOrders(deps.db, archivo, request.query, deps.clock.now())
			return await sendExport(deps.db, request, reply, { archivo, filter: request.query }, file)
		})
		handle(app, endpoints.previewOrderEdit, async ({ usuario, params, body }) =>
			unwrap(await previewEdit(deps, usuario.id, params.id, body)),
		)
	}
}

export function orderActionRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		await app.register(refundRoutes(deps))
		await app.register(messageRoutes(deps))
		handle(app, endpoints.deliverOrder, async ({ usuario, params }) =>
			unwrap(await deliverOrder(deps, usuario.id, params.id)),
		)
		handle(app, endpoints.undoChange, async ({ usuario, params }) =>
			unwrap(await undoChange(deps, usuario.id, params.id)),
		)
		handle(app, endpoints.releaseDelivery, async ({ usuario, params, body }) =>
			unwrap(await releaseDelivery(deps, usuario.id, params.id, body.motivo)),
		)
		handle(app, endpoints.confirmTransfer, async ({ usuario, params }) =>
			unwrap(await confirmTransfer(deps, usuario.id, params.id)),
		)
		handle(app, endpoints.refuseProof, async ({ usuario, params, body }) =>
			unwrap(await refuseProof(deps, usuario.id, params.id, body.motivo)),
		)
		handle(app, endpoints.cancelOrder, async ({ usuario, params, body, headers }) => {
			const refunds = body?.devolver !== undefined || body?.devolver_a_mano !== undefined
			if (refunds && !isAllowed('devolver_dinero', { ...usuario, is_active: true })) {
				throw new FailureAnswer(fail('solo_superusuario'))
			}
			// Without a caller's key, the remaining amount prevents a second refund.
			const key = headers['idempotency-key'] ?? `cancelar:${params.id}`
			return unwrap(await cancelOrder(deps, params.id, { motivo: '', ...body, actorId: usuario.id, key }))
		})
		handle(app, endpoints.cancelTogether, async ({ usuario, params, body }) =>
			unwrap(await cancelTogether(deps, usuario.id, params.id, body)),
		)
		handle(app, endpoints.resolveCase, async ({ usuario, params }) =>
			unwrap(await resolveCase(deps, usuario.id, params.id)),
		)
	}
}

/** Routes to refund an order and to record the end of a refund. */
function refundRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.refundOrder, async ({ usuario, params, body, headers }) =>
			unwrap(await refundOrder(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		handle(app, endpoints.recordHandRefund, async ({ usuario, params, body, headers }) =>
			unwrap(await recordHandRefund(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		handle(app, endpoints.settleDoubt, async ({ usuario, params, body }) =>
			unwrap(await settleDoubt(deps, usuario.id, params.id, body)),
		)
		handle(app, endpoints.refundByTransfer, async ({ usuario, params, body }) =>
			unwrap(await refundByTransfer(deps, usuario.id, params.id, body)),
		)
	}
}

/** Routes to resend a mail and to add a note. Idempotent by key. */
function messageRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.resendMail, async ({ usuario, params, body, headers }) =>
			unwrap(await resendMail(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		handle(app, endpoints.addNote, async ({ usuario, params, body, headers }) =>
			unwrap(await addNote(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
	}
}
