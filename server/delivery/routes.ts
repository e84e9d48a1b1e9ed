import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { drawMapQuery } from '#contract/delivery/draw-map.ts'
import { quoteDeliveryAnswer, quoteDeliveryQuery } from '#contract/delivery/quote-delivery.ts'
import { suggestAddressesAnswer, suggestAddressesQuery } from '#contract/delivery/suggest-addresses.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import { readHouse } from '#domain/delivery/house-number.ts'
import { region } from '#domain/delivery/region.ts'
import { shortestAddress } from '#domain/delivery/shortest-address.ts'
import { MapsUnavailable, type MapView } from '#server/delivery/maps/maps.ts'
import { type DeliveryTarget, type QuoteDeliveryDeps, quoteDelivery } from '#server/delivery/quote-delivery.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import type { Log } from '#server/platform/log.ts'

export interface DeliveryRoutesDeps extends Omit<QuoteDeliveryDeps, 'log'> {
	readonly limits: Pick<RateLimits, 'limit'>
}

/** The map's sizes, each of the shape that it is shown in: a provider's name on it is never cut off. */
const mapSizes = { ancho: { width: 720, height: 360 }, angosto: { width: 480, height: 360 } }
/** Where the map looks before an address is chosen. */
const santiago = { lat: -33.4489, lng: -70.6693 }

/** Address suggestions, delivery quotes and the still map: all that the checkout asks about places. */
export function deliveryRoutes(deps: DeliveryRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		await app.register(mapRoute(deps))
		app.route({
			method: 'GET',
			url: '/api/mapas/sugerencias',
			schema: {
				tags: ['despacho'],
				summary: 'Direcciones y lugares que coinciden con lo escrito',
				querystring: suggestAddressesQuery,
				response: { 200: suggestAddressesAnswer, ...errorAnswers },
			},
			preHandler: deps.limits.limit('sugerencias'),
			async handler(request, reply) {
				const { q, sesion } = request.query
				const text = q.trim()
				const isEnabled = text.length >= shortestAddress
				const found = isEnabled ? await suggest(deps, text, sesion ?? randomUUID(), request.log) : []
				reply.header('cache-control', found ? 'private, max-age=60' : 'no-store')
				return { results: found ?? [], atribucion: deps.maps.attribution }
			},
		})

		app.route({
			method: 'GET',
			url: '/api/despacho/cotizacion',
			schema: {
				tags: ['despacho'],
				summary: 'Lo que cuesta el despacho a un lugar',
				querystring: quoteDeliveryQuery,
				response: { 200: quoteDeliveryAnswer, ...errorAnswers },
			},
			preHandler: deps.limits.limit('cotizacion'),
			async handler(request) {
				const { lugar_id, direccion = '', numero, sesion } = request.query
				const target: DeliveryTarget =
					lugar_id === undefined ? { direccion } : { lugar_id, casa: readHouse(numero ?? '') }
				return unwrap(await quoteDelivery({ ...deps, log: request.log }, target, sesion ?? randomUUID()))
			},
		})
	}
}

function mapRoute(deps: DeliveryRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.route({
			method: 'GET',
			url: '/api/mapas/mapa.svg',
			schema: {
				tags: ['despacho'],
				summary: 'El mapa del despacho, como imagen',
				produces: ['image/svg+xml', 'image/png'],
				querystring: drawMapQuery,
				response: { 200: z.any().describe('La imagen'), ...errorAnswers },
			},
			preHandler: deps.limits.limit('mapa'),
			async handler(request, reply) {
				const picture = await draw(deps, unwrap(viewOf(request.query)))
				return reply
					.header('content-type', picture.contentType)
					.header('cache-control', picture.maxAgeSeconds > 0 ? `public, max-age=${picture.maxAgeSeconds}` : 'no-store')
					.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
					.header('x-content-type-options', 'nosniff')
					.send(picture.body)
			},
		})
	}
}

/** Suggestions are a help: without the provider there are none, and the customer can still type the whole address. */
async function suggest(deps: DeliveryRoutesDeps, text: string, session: string, log: Pick<Log, 'warn'>) {
	try {
		return await deps.maps.suggest(text, session)
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		log.warn({ err: error, proveedor: deps.maps.name }, 'address suggestions failed')
		return undefined
	}
}

/** Ends the request with `servicio_ocupado` while the provider cannot be asked: the checkout does without its map. */
async function draw(deps: DeliveryRoutesDeps, view: MapView) {
	try {
		return await deps.maps.drawMap(view)
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		throw Object.assign(new FailureAnswer(fail('servicio_ocupado')), { cause: error })
	}
}

/** The view asked for, its position rounded to about 11 m so that near addresses share one picture. */
function viewOf(query: z.output<typeof drawMapQuery>): MapView | ReturnType<typeof fail> {
	const lat = query.lat ?? santiago.lat
	const lng = query.lng ?? santiago.lng
	const isInside = lat > region.south && lat < region.north && lng > region.west && lng < region.east
	if (!isInside) return fail('no_encontrado')
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
