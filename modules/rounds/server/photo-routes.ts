import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { sendStored } from '#core/server/http/send-stored.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { createPhotoReceiver } from '#core/server/uploads/receive-photo.ts'
import { maxDeliveryPhotoBytes } from '#modules/rounds/delivery-photo.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import { readPhoto } from '#modules/rounds/server/photo-links.ts'
import { keepStopPhoto, type StopPhotoDeps } from '#modules/rounds/server/stop-photos.ts'

export function stopPhotoRoutes(deps: StopPhotoDeps): FastifyPluginAsync {
	const receive = createPhotoReceiver()
	return async (app) => {
		await app.register(multipart, { limits: { fileSize: maxDeliveryPhotoBytes, files: 1, fields: 2, parts: 3 } })
		handle(
			app,
			endpoints.addStopPhoto,
			async (request) => {
				const { usuario, params, headers } = request
				const key = headers['idempotency-key']
				return await receive(request, async (bytes) =>
					unwrap(await keepStopPhoto(deps, usuario.id, { stopId: params.id, key, bytes })),
				)
			},
			{ bodyLimit: maxDeliveryPhotoBytes + 64 * 1024 },
		)
		handle(app, endpoints.showStopPhoto, async (request, reply) => {
			const { id, file } = unwrap(await readPhoto(deps, request.params.token))
			reply.type('image/webp').header('cache-control', 'private, no-store')
			return await sendStored(request, reply, { file, etag: `"${id}"` })
		})
	}
}
