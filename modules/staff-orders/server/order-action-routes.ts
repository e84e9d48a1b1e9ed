import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { isAllowed } from '#core/rules/permissions.ts'
import type { Files } from '#core/server/files/files.ts'
import { handle } from '#core/server/http/handle.ts'
import { FailureAnswer, unwrap } from '#core/server/http/unwrap.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/staff-orders/endpoints.ts'
import { addNote } from '#modules/staff-orders/server/add-note.ts'
import { cancelOrder } from '#modules/staff-orders/server/cancel-order.ts'
import { cancelTogether } from '#modules/staff-orders/server/cancel-together.ts'
import { confirmTransfer } from '#modules/staff-orders/server/confirm-transfer.ts'
import { deliverOrder } from '#modules/staff-orders/server/deliver-order.ts'
import { recordHandRefund } from '#modules/staff-orders/server/money/record-hand-refund.ts'
import { refundByTransfer } from '#modules/staff-orders/server/money/refund-by-transfer.ts'
import { refundOrder } from '#modules/staff-orders/server/money/refund-order.ts'
import { settleDoubt } from '#modules/staff-orders/server/money/settle-doubt.ts'
import { refuseProof } from '#modules/staff-orders/server/refuse-proof.ts'
import { releaseDelivery } from '#modules/staff-orders/server/release-delivery.ts'
import { resendMail } from '#modules/staff-orders/server/resend-mail.ts'
import { resolveCase } from '#modules/staff-orders/server/resolve-case.ts'
import { undoChange } from '#modules/staff-orders/server/undoable-change.ts'

type ActionDeps = StaffDeps & { readonly files: Files }

export function orderActionRoutes(deps: ActionDeps): FastifyPluginAsync {
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
			const givesBack = body?.devolver !== undefined || body?.devolver_a_mano !== undefined
			if (givesBack && !isAllowed('devolver_dinero', { ...usuario, is_active: true })) {
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
