import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { FailureAnswer, fail, refuse } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import type { Log } from '#core/server/platform/log.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import * as endpoints from '#modules/delivery/endpoints.ts'
import { readHouse } from '#modules/delivery/house-number.ts'
import { MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import { type DeliveryTarget, type QuoteDeliveryDeps, quoteDelivery } from '#modules/delivery/server/quote-delivery.ts'
import { isInRegion } from '#modules/delivery/shop-place.ts'

type DeliveryRoutesDeps = Omit<QuoteDeliveryDeps, 'log'>

/** The map's sizes, each in its display's aspect ratio: the provider's name is never cropped. */
const mapSizes = { ancho: { width: 720, height: 360 }, angosto: { width: 480, height: 360 } }
/** The map's centre before an address is chosen. */
const santiago = { lat: -33.4489, lng: -70.6693 }

/** Routes of address suggestions, delivery quotes and the still map of the checkout. */
export function deliveryRoutes(deps: DeliveryRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.suggestAddresses, async ({ query: { q, sesion }, log }, reply) => {
			const text = q.trim()
			const isEnabled = text.length >= shortestAddress
			const found = isEnabled ? await suggest(deps, text, sesion ?? randomUUID(), log) : []
			reply.header('cache-control', found ? 'private, max-age=60' : 'no-store')
			return { results: found ?? [], atribucion: deps.maps.attribution }
		})
		handle(app, endpoints.quoteDelivery, async ({ query, log }) => {
			const { lugar_id, direccion = '', numero, sesion } = query
			const target: DeliveryTarget =
				lugar_id === undefined ? { direccion } : { lugar_id, casa: readHouse(numero ?? '') }
			return await quoteDelivery({ ...deps, log }, target, sesion ?? randomUUID())
		})
		handle(app, endpoints.drawMap, async ({ query }, reply) => {
			const { lat = santiago.lat, lng = santiago.lng, zoom, formato, oscuro } = query
			if (!isInRegion({ lat, lng })) refuse('no_encontrado')
			// Rounded to about 11 m so that near addresses share one cached picture.
			const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
			const view = {
				lat: round(lat),
				lng: round(lng),
				zoom,
				...mapSizes[formato],
				marker: zoom === 16 && query.lat !== undefined && query.lng !== undefined,
				dark: oscuro,
			}
			const picture = await deps.maps.drawMap(view).catch((cause: unknown) => {
				if (!(cause instanceof MapsUnavailable)) throw cause
				// The checkout works without its map.
				throw new FailureAnswer(fail('servicio_ocupado'), { cause })
			})
			return reply
				.header('content-type', picture.contentType)
				.header('cache-control', picture.maxAgeSeconds > 0 ? `public, max-age=${picture.maxAgeSeconds}` : 'no-store')
				.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
				.header('x-content-type-options', 'nosniff')
				.send(picture.body)
		})
	}
}

/** Suggestions are optional: without the provider there are none, and the customer types the whole address. */
async function suggest(deps: DeliveryRoutesDeps, text: string, session: string, log: Pick<Log, 'warn'>) {
	try {
		return await deps.maps.suggest(text, session)
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		log.warn({ err: error, proveedor: deps.maps.name }, 'address suggestions failed')
		return undefined
	}
}
