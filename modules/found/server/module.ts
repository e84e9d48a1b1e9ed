import type { FastifyReply, FastifyRequest } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { isPerson } from '#core/server/http/person.ts'
import { prepare, sendPrepared } from '#core/server/http/send-stored.ts'
import { csvOfTable, sendExport } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import { googleFeed, metaFeed } from '#modules/found/server/feeds.ts'
import { createListedPictures } from '#modules/found/server/listed-pictures.ts'
import { llmsText } from '#modules/found/server/llms-text.ts'
import { destinationOf, permalinkPath, ucpProfile } from '#modules/found/server/permalink.ts'
import { createListing } from '#modules/found/server/read-listing.ts'
import { countSpeed, createSpeedCounter, readVisits, sourcesTable } from '#modules/found/server/visits.ts'
import { linkPicture, squarePicture, variantsOf } from '#modules/found/variants.ts'
import * as visits from '#modules/found/visit-endpoints.ts'
import type { ShopServices } from '#modules/lists/services.ts'

interface Handed {
	readonly Params: { readonly items?: string }
	readonly Querystring: Readonly<Record<string, unknown>>
}

type Services = Pick<ShopServices, 'db' | 'clock' | 'log' | 'files' | 'pictures' | 'publicUrl'>

/** Sends a file whose data are up to half a minute old: with as long in caches it follows a change within a minute. */
async function sendText(request: FastifyRequest, reply: FastifyReply, type: string, body: string) {
	return sendPrepared(request, reply, await prepare({ type, body }), 'public, max-age=30')
}

/** Serves product feeds, llms.txt, links into the cart and pictures to search engines and assistants; outside /api/, which robots.txt disallows. */
export const found = defineModule<Services>({
	name: 'found',
	open: (services) => {
		const { publicUrl } = services
		const readListing = createListing(services)
		const readPicture = createListedPictures(services)
		const speed = createSpeedCounter(services)
		return {
			async routes(app) {
				handle(app, visits.readVisits, ({ query }) => readVisits({ ...services, speed }, query))
				handle(app, visits.exportSources, async (request, reply) => {
					const { query } = request
					const rows = csvOfTable(await sourcesTable(services, query))
					return await sendExport(services.db, request, reply, { archivo: 'fuentes.csv', filter: query }, rows)
				})
				// The answer is the same whether a page counts or not.
				handle(app, visits.reportSpeed, async ({ headers, body }) => {
					if (isPerson(headers)) countSpeed(speed, body)
					return null
				})
				app.get('/catalogo/google.xml', async (request, reply) => {
					const listing = await readListing()
					if (!listing.settings.catalogo_google) return reply.callNotFound()
					const feed = googleFeed(variantsOf(listing, publicUrl), publicUrl)
					return await sendText(request, reply, 'application/xml; charset=utf-8', feed)
				})
				app.get('/catalogo/meta.csv', async (request, reply) => {
					const listing = await readListing()
					if (!listing.settings.catalogo_meta) return reply.callNotFound()
					return await sendText(request, reply, 'text/csv; charset=utf-8', metaFeed(variantsOf(listing, publicUrl)))
				})
				app.get('/llms.txt', async (request, reply) => {
					const listing = await readListing()
					if (!listing.settings.resumen_asistentes) return reply.callNotFound()
					return await sendText(request, reply, 'text/markdown; charset=utf-8', llmsText(listing, publicUrl))
				})
				app.get('/.well-known/ucp', async (request, reply) => {
					const isPublic = publicUrl.startsWith('https:')
					if (!isPublic || !(await readListing()).settings.carrito_asistentes) return reply.callNotFound()
					const body = JSON.stringify(ucpProfile(publicUrl))
					return sendPrepared(request, reply, await prepare({ type: 'application/json', body }), 'public, max-age=300')
				})
				for (const path of [permalinkPath, `${permalinkPath}/:items`]) {
					app.get<Handed>(path, async ({ params: { items }, query }, reply) =>
						reply
							.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
							.redirect(destinationOf(items, query), 303),
					)
				}
				const pictures = [
					['/catalogo/:picture', squarePicture, 'square.jpg'],
					['/catalogo/enlace/:picture', linkPicture, 'link.jpg'],
				] as const
				for (const [path, addressOf, name] of pictures) {
					app.get<{ Params: { picture: string } }>(path, async (request, reply) => {
						const { colores } = await readListing()
						const address = path.replace(':picture', request.params.picture)
						const colour = colores.find(({ color }) => addressOf(color) === address)
						const picture = colour && (await readPicture(colour, name))
						if (!picture) return reply.callNotFound()
						reply.header('cross-origin-resource-policy', 'cross-origin')
						return sendPrepared(request, reply, picture, 'public, max-age=86400')
					})
				}
			},
			close: speed.close,
		}
	},
})
