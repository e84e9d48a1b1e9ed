import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import {
	addNoteRequest,
	cancelRequest,
	idempotencyKey,
	orderDetail,
	refundAnswer,
	refundByTransferRequest,
	refundRequest,
	resendMailRequest,
	settleDoubtRequest,
} from '#contract/staff/order-detail.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { addNote } from '#server/staff/orders/add-note.ts'
import { cancelOrder } from '#server/staff/orders/cancel-order.ts'
import { confirmTransfer } from '#server/staff/orders/confirm-transfer.ts'
import { deliverOrder } from '#server/staff/orders/deliver-order.ts'
import { orderParams } from '#server/staff/orders/order-routes.ts'
import { readOrder } from '#server/staff/orders/read-order.ts'
import { refundByTransfer } from '#server/staff/orders/refund-by-transfer.ts'
import { refundOrder } from '#server/staff/orders/refund-order.ts'
import { resendMail } from '#server/staff/orders/resend-mail.ts'
import { resolveCase } from '#server/staff/orders/resolve-case.ts'
import { settleDoubt } from '#server/staff/orders/settle-doubt.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** One order's story and what staff do with it. Every action answers the story as it is afterwards. */
export function orderActionRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const schema = {
		tags: ['panel: órdenes'],
		security: [{ bearer: [] }],
		params: orderParams,
		response: { 200: orderDetail, ...errorAnswers },
	}
	const edits = { permission: 'editar_ordenes' } as const
	const refunds = { permission: 'devolver_dinero' } as const
	return async (app) => {
		app.get('/api/admin_ordenes/:id', { config: { permission: 'ver_panel' }, schema }, async ({ params }) =>
			unwrap(await readOrder(deps, deps.db, params.id)),
		)
		app.post('/api/admin_ordenes/:id/confirmar_transferencia', { config: edits, schema }, async ({ usuario, params }) =>
			unwrap(await confirmTransfer(deps, usuario.id, params.id)),
		)
		app.post('/api/admin_ordenes/:id/entregar', { config: edits, schema }, async ({ usuario, params }) =>
			unwrap(await deliverOrder(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_ordenes/:id/cancelar',
			{ config: edits, schema: { ...schema, body: cancelRequest } },
			async ({ usuario, params, body }) => unwrap(await cancelOrder(deps, usuario.id, params.id, body?.motivo ?? '')),
		)
		app.post(
			'/api/admin_ordenes/:id/devolver',
			{
				config: refunds,
				schema: {
					...{ ...schema, body: refundRequest },
					headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
					response: { 200: refundAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await refundOrder(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post(
			'/api/admin_ordenes/:id/aclarar_devolucion',
			{ config: refunds, schema: { ...schema, body: settleDoubtRequest } },
			async ({ usuario, params, body }) => unwrap(await settleDoubt(deps, usuario.id, params.id, body)),
		)
		app.post(
			'/api/admin_ordenes/:id/devolver_por_transferencia',
			{ config: refunds, schema: { ...schema, body: refundByTransferRequest } },
			async ({ usuario, params, body }) => unwrap(await refundByTransfer(deps, usuario.id, params.id, body)),
		)
		app.post(
			'/api/admin_ordenes/:id/reenviar_correo',
			{
				config: edits,
				schema: {
					...{ ...schema, body: resendMailRequest },
					headers: z.looseObject({ 'idempotency-key': idempotencyKey.optional() }),
				},
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await resendMail(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post(
			'/api/admin_ordenes/:id/notas',
			{
				config: edits,
				schema: {
					...{ ...schema, body: addNoteRequest },
					headers: z.looseObject({ 'idempotency-key': idempotencyKey.optional() }),
				},
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await addNote(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post('/api/admin_casos/:id/resolver', { config: edits, schema }, async ({ usuario, params }) =>
			unwrap(await resolveCase(deps, usuario.id, params.id)),
		)
	}
}
