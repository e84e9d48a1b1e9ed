import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import { fail, refusal } from './refusal.ts'

export const settingsSchema = z.object({
	/** Answer with no route. */
	sin_ruta: z.coerce.boolean().default(false),
	/** Answer with a route without a length. */
	ruta_vacia: z.coerce.boolean().default(false),
})

const latLng = z.object({
	location: z.object({
		latLng: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
	}),
})
type Place = z.output<typeof latLng>
const byCar = { travelMode: z.literal('DRIVE') }
const routesBody = z.looseObject({
	...byCar,
	origin: latLng,
	destination: latLng,
	intermediates: z.array(latLng).max(25, 'Too many intermediates.').default([]),
	polylineEncoding: z.enum(['ENCODED_POLYLINE', 'GEO_JSON_LINESTRING']).optional(),
})
const ends = z.array(z.object({ waypoint: latLng })).min(1)
const matrixBody = z
	.looseObject({ ...byCar, origins: ends, destinations: ends })
	.refine(({ origins, destinations }) => origins.length * destinations.length <= 625, 'Too many elements.')

/** Routes API: one route with length and line, and matrices. Westbound takes half as long again as eastbound. */
export function driving(
	app: FastifyInstance,
	{ faults, key }: { faults: FaultSwitch<z.output<typeof settingsSchema>>; key: string },
): void {
	app.post('/directions/v2::computeRoutes', { onRequest: faults.guard }, async (request, reply) => {
		const refused = refusal(key, request, reply, true)
		if (refused) return refused
		const body = routesBody.safeParse(request.body)
		if (!body.success) return fail(reply, 400, z.prettifyError(body.error))
		if (faults.settings().sin_ruta) return {}
		if (faults.settings().ruta_vacia) return { routes: [{}] }
		const { origin, destination, intermediates, polylineEncoding } = body.data
		const places = [origin, ...intermediates, destination]
		if (polylineEncoding === 'GEO_JSON_LINESTRING')
			return { routes: [{ polyline: { geoJsonLinestring: { type: 'LineString', coordinates: cornersOf(places) } } }] }
		const meters = Math.round(1.27 * straightMeters(origin, destination))
		// A distance of 0 is omitted, as in every answer of this service.
		return { routes: [meters === 0 ? {} : { distanceMeters: meters }] }
	})

	app.post('/distanceMatrix/v2::computeRouteMatrix', { onRequest: faults.guard }, async (request, reply) => {
		const refused = refusal(key, request, reply, true)
		if (refused) return refused
		const body = matrixBody.safeParse(request.body)
		if (!body.success) return fail(reply, 400, z.prettifyError(body.error))
		const { origins, destinations } = body.data
		return origins.flatMap(({ waypoint: from }, originIndex) =>
			destinations.map(({ waypoint: to }, destinationIndex) => ({
				originIndex,
				destinationIndex,
				status: {},
				...(faults.settings().sin_ruta ? { condition: 'ROUTE_NOT_FOUND' } : wayBetween(from, to)),
			})),
		)
	})
}

function wayBetween(from: Place, to: Place) {
	const distanceMeters = Math.round(1.27 * straightMeters(from, to))
	const isWestward = to.location.latLng.longitude < from.location.latLng.longitude
	const seconds = Math.round((distanceMeters / 8) * (isWestward ? 1.5 : 1))
	return { condition: 'ROUTE_EXISTS', duration: `${seconds}s`, ...(distanceMeters > 0 && { distanceMeters }) }
}

/** Returns a line along a street grid: first east-west, then north-south. */
function cornersOf(places: readonly Place[]): [number, number][] {
	const points = places.map(({ location: { latLng: at } }): [number, number] => [at.longitude, at.latitude])
	return points.flatMap((point, at) => {
		const next = points[at + 1]
		return next ? [point, [next[0], point[1]]] : [point]
	})
}

function straightMeters(from: Place, to: Place): number {
	const [a, b] = [from.location.latLng, to.location.latLng]
	const middle = (((a.latitude + b.latitude) / 2) * Math.PI) / 180
	return 111_195 * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos(middle))
}
