import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { FailureAnswer, fail, orRefuse } from '#core/contract/failure.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { Log } from '#core/server/platform/log.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import * as endpoints from '#modules/delivery/endpoints.ts'
import { readHouse } from '#modules/delivery/house-number.ts'
import { MapsUnavailable, type MapView } from '#modules/delivery/server/maps/maps.ts'
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
			return orRefuse(await quoteDelivery({ ...deps, log }, target, sesion ?? randomUUID()))
		})
		handle(app, endpoints.drawMap, async ({ query }, reply) => {
			const picture = await draw(deps, orRefuse(viewOf(query)))
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

/** Fails with `servicio_ocupado` while the provider is unavailable: the checkout works without its map. */
async function draw(deps: DeliveryRoutesDeps, view: MapView) {
	try {
		return await deps.maps.drawMap(view)
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		throw Object.assign(new FailureAnswer(fail('servicio_ocupado')), { cause: error })
	}
}

/** The requested view, its position rounded to about 11 m so that near addresses share one cached picture. */
function viewOf(query: RequestOf<typeof endpoints.drawMap>['query']): MapView | ReturnType<typeof fail> {
	const lat = query.lat ?? santiago.lat
	const lng = query.lng ?? santiago.lng
	if (!isInRegion({ lat, lng })) return fail('no_encontrado')
	const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
	return {
		lat: round(lat),
		lng: round(lng),
		zoom: query.zoom,
		...mapSizes[query.formato],
		marker: query.zoom === 16 && query.lat !== undefined && query.lng !== undefined,
		dark: query.oscuro,
	}
}
