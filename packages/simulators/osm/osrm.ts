import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'

export const settingsSchema = z.object({
	/** Answer with no route. */
	sin_ruta: z.coerce.boolean().default(false),
})

/** Longitude, latitude. */
type Point = readonly [number, number]
const mostInTable = 100

const lists = z.string().regex(/^\d+(;\d+)*$/)
const tableQuery = z.object({
	annotations: z.enum(['duration', 'distance', 'duration,distance', 'distance,duration']).default('duration'),
	sources: lists.optional(),
	destinations: lists.optional(),
})
const routeQuery = z.looseObject({
	overview: z.enum(['simplified', 'full', 'false']).default('simplified'),
	geometries: z.enum(['polyline', 'polyline6', 'geojson']).default('polyline'),
})

/** OSRM's route and table services with their checks and errors. Westbound takes half as long again as eastbound. */
export function osrm(app: FastifyInstance, faults: FaultSwitch<z.output<typeof settingsSchema>>): void {
	app.get<{ Params: { places: string } }>(
		'/osrm/route/v1/driving/:places',
		{ onRequest: faults.guard },
		async ({ params, query }, reply) => {
			const [places, parsed] = [pointsIn(params.places), routeQuery.safeParse(query)]
			if (!places || places.length < 2 || !parsed.success) return refuse(reply, 'InvalidQuery')
			if (faults.settings().sin_ruta) return refuse(reply, 'NoRoute')
			const legs = places.slice(1).map((to, at) => wayBetween(places[at] ?? to, to))
			const sum = (of: (leg: ReturnType<typeof wayBetween>) => number) => legs.reduce((all, leg) => all + of(leg), 0)
			const duration = sum((leg) => leg.duration)
			// Only this geometry format is implemented.
			const geometry = { type: 'LineString', coordinates: cornersOf(places) }
			const drawn = parsed.data.overview !== 'false' && parsed.data.geometries === 'geojson' && { geometry }
			return {
				code: 'Ok',
				routes: [
					{
						distance: sum((leg) => leg.distance),
						duration,
						weight: duration,
						weight_name: 'routability',
						legs,
						...drawn,
					},
				],
				waypoints: waypointsOf(places),
			}
		},
	)

	app.get<{ Params: { places: string } }>(
		'/osrm/table/v1/driving/:places',
		{ onRequest: faults.guard },
		async ({ params, query }, reply) => {
			const [places, parsed] = [pointsIn(params.places), tableQuery.safeParse(query)]
			if (!places || !parsed.success) return refuse(reply, 'InvalidQuery')
			if (places.length > mostInTable) return refuse(reply, 'TooBig')
			const pick = (list: string | undefined) =>
				list === undefined ? places : list.split(';').flatMap((at) => (places[Number(at)] ? [places[Number(at)]] : []))
			const [from, to] = [pick(parsed.data.sources) as Point[], pick(parsed.data.destinations) as Point[]]
			const isOff = faults.settings().sin_ruta
			const table = (of: (way: ReturnType<typeof wayBetween>) => number) =>
				from.map((one) => to.map((other) => (isOff && one !== other ? null : of(wayBetween(one, other)))))
			const { annotations } = parsed.data
			return {
				code: 'Ok',
				...(annotations.includes('duration') && { durations: table(({ duration }) => duration) }),
				...(annotations.includes('distance') && { distances: table(({ distance }) => distance) }),
				sources: waypointsOf(from),
				destinations: waypointsOf(to),
			}
		},
	)
}

const messages = {
	InvalidQuery: 'Query string malformed close to position 0',
	NoRoute: 'Impossible route between points',
	TooBig: 'Too many table coordinates',
}

const refuse = (reply: FastifyReply, code: keyof typeof messages) =>
	reply.code(400).send({ code, message: messages[code] })

function pointsIn(text: string): Point[] | undefined {
	const points = text.split(';').map((point) => point.split(',').map(Number))
	const isRight = points.every((point) => point.length === 2 && point.every(Number.isFinite))
	return isRight ? points.map(([lng = 0, lat = 0]) => [lng, lat]) : undefined
}

const waypointsOf = (points: readonly Point[]) => points.map((location) => ({ location, name: '', distance: 4.2 }))

function wayBetween(from: Point, to: Point) {
	const distance = Math.round(1.27 * straightMeters(from, to) * 10) / 10
	const duration = Math.round((distance / 8) * (to[0] < from[0] ? 1.5 : 1) * 10) / 10
	return { distance, duration, weight: duration, summary: '', steps: [] }
}

/** Returns a line along a street grid: first east-west, then north-south. */
const cornersOf = (points: readonly Point[]): Point[] =>
	points.flatMap((point, at): Point[] => {
		const next = points[at + 1]
		return next ? [point, [next[0], point[1]]] : [point]
	})

function straightMeters([lngA, latA]: Point, [lngB, latB]: Point): number {
	const middle = (((latA + latB) / 2) * Math.PI) / 180
	return 111_195 * Math.hypot(latA - latB, (lngA - lngB) * Math.cos(middle))
}
