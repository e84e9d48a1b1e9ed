import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import {
	handRefundRequest,
	idempotencyKey,
	refundAnswer,
	refundByTransferRequest,
	refundRequest,
	settleDoubtRequest,
} from '#contract/staff/order-detail.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { orderActionSchema } from '#server/staff/orders/order-action-routes.ts'
import { recordHandRefund } from '#server/staff/orders/record-hand-refund.ts'
import { refundByTransfer } from '#server/staff/orders/refund-by-transfer.ts'
import { refundOrder } from '#server/staff/orders/refund-order.ts'
import { settleDoubt } from '#server/staff/orders/settle-doubt.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** How staff give an order's money back, and say what became of it. Every action answers the order's story as it is afterwards. */
export function refundActionRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	const config = { permission: 'devolver_dinero' } as const
	return async (app) => {
		app.post(
			'/api/admin_ordenes/:id/devolver',
			{
				config,
				schema: {
					...orderActionSchema,
					body: refundRequest,
					headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
					response: { 200: refundAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await refundOrder(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post(
			'/api/admin_ordenes/:id/devolver_a_mano',
			{
				config,
				schema: {
					...orderActionSchema,
					body: handRefundRequest,
					headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
					response: { 200: refundAnswer, ...errorAnswers },
				},
			},
			async ({ usuario, params, body, headers }) =>
				unwrap(await recordHandRefund(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.post(
			'/api/admin_ordenes/:id/aclarar_devolucion',
			{ config, schema: { ...orderActionSchema, body: settleDoubtRequest } },
			async ({ usuario, params, body }) => unwrap(await settleDoubt(deps, usuario.id, params.id, body)),
		)
		app.post(
			'/api/admin_ordenes/:id/devolver_por_transferencia',
			{ config, schema: { ...orderActionSchema, body: refundByTransferRequest } },
			async ({ usuario, params, body }) => unwrap(await refundByTransfer(deps, usuario.id, params.id, body)),
		)
	}
}
