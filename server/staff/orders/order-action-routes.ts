import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import {
	addNoteRequest,
	cancelRequest,
	cancelTogetherAnswer,
	cancelTogetherRequest,
	idempotencyKey,
	orderDetail,
	refuseProofRequest,
	releaseRequest,
	resendMailRequest,
} from '#contract/staff/order-detail.ts'
import { isAllowed } from '#domain/staff/permissions.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import { addNote } from '#server/staff/orders/add-note.ts'
import { cancelOrder } from '#server/staff/orders/cancel-order.ts'
import { cancelTogether } from '#server/staff/orders/cancel-together.ts'
import { confirmTransfer } from '#server/staff/orders/confirm-transfer.ts'
import { deliverOrder } from '#server/staff/orders/deliver-order.ts'
import { emitAgain } from '#server/staff/orders/emit-again.ts'
import { orderParams } from '#server/staff/orders/order-routes.ts'
import { readOrder } from '#server/staff/orders/read-order.ts'
import { refuseProof } from '#server/staff/orders/refuse-proof.ts'
import { releaseDelivery } from '#server/staff/orders/release-delivery.ts'
import { resendMail } from '#server/staff/orders/resend-mail.ts'
import { resolveCase } from '#server/staff/orders/resolve-case.ts'
import { undoChange } from '#server/staff/orders/undoable-change.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export const orderActionSchema = {
	tags: ['panel: órdenes'],
	security: [{ bearer: [] }],
	params: orderParams,
	response: { 200: orderDetail, ...errorAnswers },
}

const keyHeader = z.looseObject({ 'idempotency-key': idempotencyKey.optional() })

const edits = { permission: 'editar_ordenes' } as const

/** One order's story and what staff do with it; what gives money back is in `refund-action-routes.ts`. Every action answers the story as it is afterwards. */
export function orderActionRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		await app.register(messageRoutes(deps))
		await app.register(transferRoutes(deps))
		app.get(
			'/api/admin_ordenes/:id',
			{ config: { permission: 'ver_panel' }, schema: orderActionSchema },
			async ({ params }) => unwrap(await readOrder(deps, deps.db, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/entregar',
			{ config: edits, schema: orderActionSchema },
			async ({ usuario, params }) => unwrap(await deliverOrder(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/deshacer',
			{ config: edits, schema: orderActionSchema },
			async ({ usuario, params }) => unwrap(await undoChange(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/entregar_igual',
			{ config: edits, schema: { ...orderActionSchema, body: releaseRequest } },
			async ({ usuario, params, body }) => unwrap(await releaseDelivery(deps, usuario.id, params.id, body.motivo)),
		)
		app.post(
			'/api/admin_ordenes/:id/emitir_documento',
			{ config: edits, schema: orderActionSchema },
			async ({ usuario, params }) => unwrap(await emitAgain(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/cancelar',
			{ config: edits, schema: { ...orderActionSchema, body: cancelRequest.nullish(), headers: keyHeader } },
			async ({ usuario, params, body, headers }) => {
				const givesBack = body?.devolver !== undefined || body?.devolver_a_mano !== undefined
				if (givesBack && !isAllowed('devolver_dinero', { ...usuario, is_active: true })) {
					throw new FailureAnswer(fail('solo_superusuario'))
				}
				// Giving money back twice under a key that nobody sent is prevented by what is left to give back.
				const key = headers['idempotency-key'] ?? `cancelar:${params.id}`
				return unwrap(await cancelOrder(deps, params.id, { motivo: '', ...body, actorId: usuario.id, key }))
			},
		)
		app.post(
			'/api/admin_ordenes/:id/cancelar_juntas',
			{
				config: edits,
				schema: {
					...orderActionSchema,
					body: cancelTogetherRequest,
					response: { 200: cancelTogetherAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params, body }) => unwrap(await cancelTogether(deps, usuario.id, params.id, body)),
		)
		app.post(
			'/api/admin_casos/:id/resolver',
			{ config: edits, schema: orderActionSchema },
			async ({ usuario, params }) => unwrap(await resolveCase(deps, usuario.id, params.id)),
		)
	}
}

/** What staff say of a transfer: its money came, or its proof is no good. */
function transferRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/admin_ordenes/:id/confirmar_transferencia',
			{ config: edits, schema: orderActionSchema },
			async ({ usuario, params }) => unwrap(await confirmTransfer(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/rechazar_comprobante',
			{ config: edits, schema: { ...orderActionSchema, body: refuseProofRequest } },
			async ({ usuario, params, body }) => unwrap(await refuseProof(deps, usuario.id, params.id, body.motivo)),
		)
	}
}

/** What staff write: a mail once more, a note. Each is sent with a key, so that a repeated call does nothing. */
function messageRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const headers = keyHeader
	return async (app) => {
		app.post(
			'/api/admin_ordenes/:id/reenviar_correo',
			{
				config: edits,
				schema: { ...orderActionSchema, body: resendMailRequest, headers },
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await resendMail(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post(
			'/api/admin_ordenes/:id/notas',
			{
				config: edits,
				schema: { ...orderActionSchema, body: addNoteRequest, headers },
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await addNote(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
	}
}
