import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { roundAnswer } from '#contract/staff/rounds.ts'
import { maxDeliveryPhotoBytes } from '#domain/rounds/delivery-photo.ts'
import { sendStored } from '#server/http/send-stored.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { createPhotoReceiver } from '#server/staff/products/receive-photo.ts'
import { readPhoto } from '#server/staff/rounds/photo-links.ts'
import { keepStopPhoto, type StopPhotoDeps } from '#server/staff/rounds/stop-photos.ts'

const tags = ['panel: reparto']

/** Photos of doors on their way in, each under the phone's own key. */
export function stopPhotoRoutes(deps: StopPhotoDeps): FastifyPluginAsyncZod {
	const receive = createPhotoReceiver()
	return async (app) => {
		await app.register(multipart, { limits: { fileSize: maxDeliveryPhotoBytes, files: 1, fields: 2, parts: 3 } })
		app.post(
			'/api/admin_paradas/:id/foto',
			{
				config: { permission: 'repartir' },
				bodyLimit: maxDeliveryPhotoBytes + 64 * 1024,
				schema: {
					tags,
					security: [{ bearer: [] }],
					consumes: ['multipart/form-data'],
					params: z.object({ id: z.string().max(60) }),
					headers: z.looseObject({ 'idempotency-key': z.uuid() }),
					response: { 200: roundAnswer, ...errorAnswers },
				},
			},
			async (request) => {
				const { usuario, params, headers } = request
				const key = headers['idempotency-key']
				return await receive(request, async (bytes) =>
					unwrap(await keepStopPhoto(deps, usuario.id, { stopId: params.id, key, bytes })),
				)
			},
		)
	}
}

/** Photos of doors, shown by the links that staff get with a round or an order. */
export function shownPhotoRoutes(deps: Parameters<typeof readPhoto>[0]): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/fotos_entrega/:token',
			{
				schema: {
					tags,
					summary: 'La foto de una entrega, con su enlace firmado',
					produces: ['image/webp'],
					params: z.object({ token: z.string().max(500) }),
					response: { 200: z.any().describe('La foto'), ...errorAnswers },
				},
			},
			async (request, reply) => {
				const { id, file } = unwrap(await readPhoto(deps, request.params.token))
				reply.type('image/webp').header('cache-control', 'private, no-store')
				return await sendStored(request, reply, { file, etag: `"${id}"` })
			},
		)
	}
}
