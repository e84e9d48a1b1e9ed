import multipart from '@fastify/multipart'
import { maxPhotoBytes } from '#core/rules/limits.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import { createPhotoReceiver, maxPhotoForm } from '#core/server/uploads/receive-photo.ts'
import * as endpoints from '#modules/photos-and-colors/endpoints.ts'
import {
	createColor,
	listColors,
	type PhotoDeps,
	removeColorPhoto,
	setColorPhoto,
} from '#modules/photos-and-colors/server/colors.ts'

/** New colours, and the owner's photos in place of the shop's pictures. */
export const photosAndColors = defineModule<PhotoDeps>({
	name: 'photos-and-colors',
	open: (deps) => ({
		async routes(app) {
			const receive = createPhotoReceiver()
			await app.register(multipart, { limits: { fileSize: maxPhotoBytes, files: 1, fields: 2, parts: 3 } })
			handle(app, endpoints.listColors, async () => ({ colores: await listColors(deps.db) }))
			handle(app, endpoints.createColor, async ({ usuario, body }) => ({
				colores: await createColor(deps, usuario.id, body),
			}))
			handle(
				app,
				endpoints.setColorPhoto,
				async (request) =>
					await receive(request, async (bytes) => ({
						colores: await setColorPhoto(deps, request.usuario.id, { slug: request.params.slug, bytes }),
					})),
				{ bodyLimit: maxPhotoForm },
			)
			handle(app, endpoints.removeColorPhoto, async ({ usuario, params }) => ({
				colores: await removeColorPhoto(deps, usuario.id, params.slug),
			}))
		},
	}),
})
