import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#contract/failure.ts'
import * as endpoints from '#contract/staff/order-endpoints.ts'
import { isAllowed } from '#domain/staff/permissions.ts'
import { maxPdfBytes } from '#domain/tax-documents/hand-document.ts'
import type { Files } from '#server/files/files.ts'
import { handle } from '#server/http/handle.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import { addNote } from '#server/staff/orders/add-note.ts'
import { cancelOrder } from '#server/staff/orders/cancel-order.ts'
import { cancelTogether } from '#server/staff/orders/cancel-together.ts'
import { confirmTransfer } from '#server/staff/orders/confirm-transfer.ts'
import { deliverOrder } from '#server/staff/orders/deliver-order.ts'
import { emitAgain } from '#server/staff/orders/emit-again.ts'
import { recordHandDocument } from '#server/staff/orders/record-hand-document.ts'
import { recordHandRefund } from '#server/staff/orders/record-hand-refund.ts'
import { refundByTransfer } from '#server/staff/orders/refund-by-transfer.ts'
import { refundOrder } from '#server/staff/orders/refund-order.ts'
import { refuseProof } from '#server/staff/orders/refuse-proof.ts'
import { releaseDelivery } from '#server/staff/orders/release-delivery.ts'
import { resendMail } from '#server/staff/orders/resend-mail.ts'
import { resolveCase } from '#server/staff/orders/resolve-case.ts'
import { settleDoubt } from '#server/staff/orders/settle-doubt.ts'
import { undoChange } from '#server/staff/orders/undoable-change.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

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
		handle(app, endpoints.emitAgain, async ({ usuario, params }) =>
			unwrap(await emitAgain(deps, usuario.id, params.id)),
		)
		handle(
			app,
			endpoints.recordHandDocument,
			async ({ usuario, params, body }) => unwrap(await recordHandDocument(deps, usuario.id, params.id, body)),
			// Base64: four letters carry three bytes.
			{ bodyLimit: 2 * maxPdfBytes },
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
