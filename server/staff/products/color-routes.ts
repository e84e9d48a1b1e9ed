import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/color-endpoints.ts'
import { maxPhotoBytes } from '#contract/staff/color-photo.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { type PhotoDeps, removeColorPhoto, setColorPhoto } from '#server/staff/products/color-photo.ts'
import { createColor, listColors } from '#server/staff/products/colors.ts'
import { createPhotoReceiver, maxPhotoForm } from '#server/staff/products/receive-photo.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function colorRoutes(deps: StaffDeps & PhotoDeps): FastifyPluginAsync {
	const receive = createPhotoReceiver()
	return async (app) => {
		await app.register(multipart, { limits: { fileSize: maxPhotoBytes, files: 1, fields: 2, parts: 3 } })
		handle(app, endpoints.listColors, async () => ({ colores: await listColors(deps.db) }))
		handle(app, endpoints.createColor, async ({ usuario, body }) => ({
			colores: unwrap(await createColor(deps, usuario.id, body)),
		}))
		handle(
			app,
			endpoints.setColorPhoto,
			async (request) =>
				await receive(request, async (bytes) => ({
					colores: unwrap(await setColorPhoto(deps, request.usuario.id, { slug: request.params.slug, bytes })),
				})),
			{ bodyLimit: maxPhotoForm },
		)
		handle(app, endpoints.removeColorPhoto, async ({ usuario, params }) => ({
			colores: unwrap(await removeColorPhoto(deps, usuario.id, params.slug)),
		}))
	}
}
