import { sendPrepared } from '#core/server/http/send-stored.ts'
import { defineModule } from '#core/server/module.ts'
import { createListing } from '#modules/found/server/read-listing.ts'
import { createSquarePictures } from '#modules/found/server/square-picture.ts'
import { squarePicture } from '#modules/found/variants.ts'
import type { ShopServices } from '#modules/lists/services.ts'

type Services = Pick<ShopServices, 'db' | 'clock' | 'files' | 'pictures'>

/** What search engines, catalogues and assistants read of the shop, outside /api/, which they are asked not to read. */
export const found = defineModule<Services>({
	name: 'found',
	open: (services) => {
		const readListing = createListing(services)
		const readPicture = createSquarePictures(services)
		return {
			async routes(app) {
				app.get<{ Params: { picture: string } }>('/catalogo/:picture', async (request, reply) => {
					const { colores } = await readListing()
					const colour = colores.find(({ color }) => squarePicture(color) === `/catalogo/${request.params.picture}`)
					const picture = colour && (await readPicture(colour))
					if (!picture) return reply.callNotFound()
					reply.header('cross-origin-resource-policy', 'cross-origin')
					return sendPrepared(request, reply, picture, 'public, max-age=86400')
				})
			},
		}
	},
})
