import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { maxPhotoBytes } from '#contract/staff/color-photo.ts'
import { createColorRequest, listColorsAnswer } from '#contract/staff/colors.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { type PhotoDeps, removeColorPhoto, setColorPhoto } from '#server/staff/products/color-photo.ts'
import { createColor, listColors } from '#server/staff/products/colors.ts'
import { createPhotoReceiver, maxPhotoForm } from '#server/staff/products/receive-photo.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const tags = ['panel: productos']
const security = [{ bearer: [] }]
const slugParams = z.object({ slug: z.string().max(60) })
const path = '/api/admin_productos/colores'

/** The colours of the bottle: their photos, and new ones. */
export function colorRoutes(deps: StaffDeps & PhotoDeps): FastifyPluginAsyncZod {
	const receive = createPhotoReceiver()
	const response = { 200: listColorsAnswer, ...errorAnswers }
	const config = { permission: 'editar_productos' } as const
	// Customers see the name and the photo.
	const onRequest = deps.guard.requireFreshIdentity
	return async (app) => {
		await app.register(multipart, { limits: { fileSize: maxPhotoBytes, files: 1, fields: 2, parts: 3 } })
		app.get(path, { config: { permission: 'ver_panel' }, schema: { tags, security, response } }, async () => ({
			colores: await listColors(deps.db),
		}))
		app.post(
			path,
			{ config, onRequest, schema: { tags, security, body: createColorRequest, response } },
			async ({ usuario, body }) => ({ colores: unwrap(await createColor(deps, usuario.id, body)) }),
		)
		app.put(
			`${path}/:slug/foto`,
			{
				config,
				onRequest,
				bodyLimit: maxPhotoForm,
				schema: { tags, security, consumes: ['multipart/form-data'], params: slugParams, response },
			},
			async (request) => {
				const { usuario, params } = request
				return await receive(request, async (bytes) => ({
					colores: unwrap(await setColorPhoto(deps, usuario.id, { slug: params.slug, bytes })),
				}))
			},
		)
		app.delete(
			`${path}/:slug/foto`,
			{ config, schema: { tags, security, params: slugParams, response } },
			async ({ usuario, params }) => ({ colores: unwrap(await removeColorPhoto(deps, usuario.id, params.slug)) }),
		)
	}
}
