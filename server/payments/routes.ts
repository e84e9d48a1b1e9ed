import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { refuse } from '#contract/failure.ts'
import { confirmationAnswer, flowTokenQuery, gatewayReturnQuery, orderIdQuery } from '#contract/orders/confirm-order.ts'
import { uploadProofAnswer } from '#contract/payments/upload-proof.ts'
import { maxProofBytes } from '#domain/payments/proof-limits.ts'
import type { Files } from '#server/files/files.ts'
import { answer, FailureAnswer } from '#server/http/answer.ts'
import { createPlaces } from '#server/http/places.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { gatewayReturns } from '#server/payments/gateway-returns.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import { readProof } from '#server/payments/proof-links.ts'
import { receiveNotification } from '#server/payments/receive-notification.ts'
import { uploadProof } from '#server/payments/upload-proof.ts'
import type { Signer } from '#server/signing.ts'

export interface PaymentRoutesDeps extends PaymentDeps {
	readonly files: Files
	readonly signer: Signer
	readonly limits: RateLimits
	readonly publicUrl: string
}

/** Gateways' returns send the text `null` for what they do not know. */
const given = (value: string | undefined) =>
	value === undefined || value === '' || value === 'null' ? undefined : value

/** Payments: the success checks of the gateways, their returns and notifications, and proofs of transfer. */
export function paymentRoutes(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	const response = { 200: confirmationAnswer, ...errorAnswers }
	const preHandler = deps.limits.limit('estado_pago')
	const asked = { recentIsEnough: true }
	return async (app) => {
		app.get(
			'/api/pago_exitoso',
			{ schema: { tags: ['pagos'], querystring: gatewayReturnQuery, response }, preHandler },
			async ({ query }) =>
				answer(
					await confirmPayment(
						deps,
						'mercadopago',
						{ attempt_id: given(query.external_reference), pago_id: given(query.payment_id) },
						asked,
					),
				),
		)
		app.get(
			'/api/flow/status',
			{ schema: { tags: ['pagos'], querystring: flowTokenQuery, response }, preHandler },
			async ({ query }) => answer(await confirmPayment(deps, 'flow', { gateway_ref: query.token }, asked)),
		)
		app.get(
			'/api/webpay/status',
			{ schema: { tags: ['pagos'], querystring: orderIdQuery, response }, preHandler },
			async ({ query }) => answer(await confirmPayment(deps, 'webpay', { attempt_id: query.orden_id }, asked)),
		)
		await app.register(gatewayReturns(deps))
		await app.register(notifications(deps))
		await app.register(proofs(deps))
	}
}

function notifications(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	const limitUnknown = deps.limits.limit('avisos_desconocidos')
	return async (app) => {
		await app.register(formbody)
		app.post(
			'/api/webhooks/:gateway',
			{
				schema: {
					tags: ['pagos'],
					params: z.object({ gateway: z.enum(['mercadopago', 'flow']) }),
					response: { 200: z.object({ received: z.literal(true) }), ...errorAnswers },
				},
				preHandler: deps.limits.limit('webhooks'),
			},
			async (request) => {
				const { headers, body, params } = request
				const notification = { headers, query: textsOf(request.query), body }
				const beforeUnknown = () => limitUnknown(request)
				return answer(await receiveNotification(deps, params.gateway, notification, beforeUnknown))
			},
		)
	}
}

function textsOf(query: unknown): Record<string, string | undefined> {
	const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function proofs(deps: PaymentRoutesDeps): FastifyPluginAsyncZod {
	// An upload is held whole, up to 10 MB, from its first byte until it is drawn anew.
	const inPlace = createPlaces({ max: 24, maxOfAddress: 8 })
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
					response: { 200: uploadProofAnswer, ...errorAnswers },
				},
				bodyLimit: maxProofBytes + 64 * 1024,
				preHandler: deps.limits.limit('comprobante'),
			},
			async (request) => await inPlace(request, async () => answer(await uploadProof(deps, await readUpload(request)))),
		)
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
			async ({ params }, reply) => {
				const bytes = answer(await readProof(deps, params.token))
				reply
					.header('cache-control', 'private, no-store')
					.header('content-disposition', 'inline; filename="comprobante.webp"')
				return reply.type('image/webp').send(Buffer.from(bytes))
			},
		)
	}
}

/** The file and the order's id, in whichever order the form sends them. */
async function readUpload(request: FastifyRequest): Promise<{ orden_id: string | undefined; bytes: Uint8Array }> {
	if (!request.isMultipart()) throw new FailureAnswer(refuse('comprobante_falta'))
	let bytes: Uint8Array | undefined
	let orden_id: string | undefined
	try {
		for await (const part of request.parts()) {
			if (part.type === 'file') {
				const content = await part.toBuffer()
				if (part.fieldname === 'comprobante') bytes = content
			} else if (part.fieldname === 'orden_id') orden_id = String(part.value)
		}
	} catch (error) {
		// What has a code has its answer; the parser's other complaints are about a form that it cannot read.
		if (error instanceof FailureAnswer || (error instanceof Error && 'code' in error)) throw error
		throw new FailureAnswer(refuse('no_json'))
	}
	if (!bytes || bytes.length === 0) throw new FailureAnswer(refuse('comprobante_falta'))
	return { orden_id, bytes }
}
