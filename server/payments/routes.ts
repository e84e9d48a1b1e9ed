import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { isFailure } from '#contract/failure.ts'
import { uploadProofAnswer } from '#contract/payments/upload-proof.ts'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { maxProofBytes } from '#domain/payments/proof-limits.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import type { Files } from '#server/files/files.ts'
import { createMemoryCounters } from '#server/http/counters.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { sendStored } from '#server/http/send-stored.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { readProof } from '#server/orders/proof-links.ts'
import { gatewayRoutes } from '#server/payments/gateways/gateway-routes.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'
import { receiveNotification } from '#server/payments/receive-notification.ts'
import { createProofReceiver, maxFormBytes } from '#server/payments/receive-proof.ts'
import { findProofOrder, uploadProof } from '#server/payments/upload-proof.ts'
import type { PictureDecoder } from '#server/pictures/picture-decoder.ts'
import type { Signer } from '#server/platform/signing.ts'

export interface PaymentRoutesDeps extends PaymentContext {
	readonly files: Files
	readonly pictures: PictureDecoder
	readonly signer: Signer
	readonly limits: RateLimits
	readonly publicUrl: string
}

export function paymentRoutes(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		await app.register(notifications(deps))
		await app.register(proofUploads(deps))
		await app.register(shownProofs(deps))
	}
}

const notifying = gatewayMethods.filter((name) => gatewayRoutes[name].hasNotifications)

/** About so many notifications that do not verify a process asks the gateway in a minute, whoever sent them. */
const unsignedHintsPerMinute = 30

function notifications(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	const limitUnknown = deps.limits.limit('avisos_desconocidos')
	const known = new WeakMap<FastifyRequest, string>()
	const limitKnown = deps.limits.limit('avisos_conocidos', { account: (request) => known.get(request) })
	const unsigned = createMemoryCounters()
	const mayAskUnsigned = async () => {
		const now = deps.clock.now()
		const taken = await unsigned.take(['todos'], 60, now)
		return (taken.get('todos')?.count ?? 0) <= unsignedHintsPerMinute
	}
	return async (app) => {
		await app.register(formbody)
		app.post(
			'/api/webhooks/:gateway',
			{
				schema: {
					tags: ['pagos'],
					params: z.object({ gateway: z.enum(notifying) }),
					response: { 200: z.object({ received: z.literal(true) }), ...errorAnswers },
				},
				preHandler: deps.limits.limit('webhooks'),
			},
			async (request) => {
				const { headers, body, params } = request
				const notification = { headers, query: textsOf(request.query), body }
				const beforeUnknown = () => limitUnknown(request)
				const beforeKnown = async (attemptId: string) => {
					known.set(request, attemptId)
					await limitKnown(request)
				}
				const limits = { beforeUnknown, beforeKnown, mayAskUnsigned }
				return unwrap(await receiveNotification(deps, params.gateway, notification, limits))
			},
		)
	}
}

function textsOf(query: unknown): Record<string, string | undefined> {
	const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function proofUploads(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	const receive = createProofReceiver()
	const orders = new WeakMap<FastifyRequest, OrderRow>()
	const limitOrder = deps.limits.limit('comprobante_orden', { account: (request) => orders.get(request)?.id })
	const limitAccount = deps.limits.limit('comprobante_cuenta', {
		account: (request) => orders.get(request)?.user?.toString(),
	})
	return async (app) => {
		await app.register(multipart, {
			limits: { fileSize: maxProofBytes, files: 1, fields: 5, fieldSize: 200, parts: 6 },
		})
		app.post(
			'/api/subir_comprobante',
			{
				schema: {
					tags: ['pagos'],
					consumes: ['multipart/form-data'],
					description: 'Con `orden_id` antes que `comprobante`, la orden se revisa antes de leer la imagen.',
					response: { 200: uploadProofAnswer, ...errorAnswers },
				},
				bodyLimit: maxFormBytes,
				preHandler: deps.limits.limit('comprobante'),
			},
			async (request) => {
				const checkOrder = async (orderId: string) => {
					const order = await findProofOrder(deps, orderId)
					if (isFailure(order)) return order
					orders.set(request, order)
					await limitOrder(request)
					await limitAccount(request)
					return undefined
				}
				return await receive(request, checkOrder, async (proof) => unwrap(await uploadProof(deps, proof)))
			},
		)
	}
}

function shownProofs(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/comprobantes/:token',
			{
				schema: {
					tags: ['pagos'],
					summary: 'La imagen de un comprobante, con su enlace firmado',
					produces: ['image/webp'],
					params: z.object({ token: z.string().max(500) }),
					response: { 200: z.any().describe('La imagen'), ...errorAnswers },
				},
			},
			async (request, reply) => {
				const { id, file, fileName } = unwrap(await readProof(deps, request.params.token))
				reply
					.type('image/webp')
					.header('cache-control', 'private, no-store')
					.header('content-disposition', `inline; filename="${fileName}"`)
				return await sendStored(request, reply, { file, etag: `"${id}"` })
			},
		)
	}
}
