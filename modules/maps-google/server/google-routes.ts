import { z } from 'zod'
import { type CallMapsOptions, callMaps, readMaps } from '#modules/delivery/server/maps/call-maps.ts'
import {
	type DrivingMatrix,
	type MapsProvider,
	MapsUnavailable,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'

export interface GoogleConfig extends CallMapsOptions {
	readonly shop: Position
	/** A server key for Places (New), Routes and Static Maps. It never leaves the server. */
	readonly key: string
	/** One base address instead of Google's three hosts, for the simulator. */
	readonly apiUrl?: string | undefined
}

interface GoogleCall {
	readonly host: string
	readonly path: string
	/** The field mask of the answer. */
	readonly fields: string
	readonly body: object
	/** Overrides the configuration's options. */
	readonly options?: CallMapsOptions
}

export interface GoogleCalls {
	post(call: GoogleCall): Promise<Response>
	url(host: string, path: string): URL
	headers(fields: string): Record<string, string>
}

/** The form that all calls to Google's web services have. */
export function createGoogleCalls(config: GoogleConfig): GoogleCalls {
	const url = (host: string, path: string) =>
		new URL(`${(config.apiUrl ?? `https://${host}`).replace(/\/$/, '')}${path}`)
	const headers = (fields: string) => ({
		'content-type': 'application/json',
		'x-goog-api-key': config.key,
		'x-goog-fieldmask': fields,
	})
	return {
		url,
		headers,
		async post({ host, path, fields, body, options = config }) {
			const init = { method: 'POST', headers: headers(fields), body: JSON.stringify(body) }
			return demand(await callMaps(url(host, path), init, options))
		},
	}
}

/** Throws MapsUnavailable without an answer. */
export function demand(response: Response | undefined): Response {
	if (!response) throw new MapsUnavailable('there was no answer')
	return response
}

const host = 'routes.googleapis.com'
/** Within this distance of the shop, in degrees (about a hundred metres), a route of 0 metres is valid. */
const besideShop = 0.001
/** A call may have 625 routes: 25 places from each to each. */
const blockSide = 25
/** A route may have 25 places between its ends. */
const mostInRoute = 27
/** Longer than one route takes. Milliseconds. */
const matrixTimeoutMs = 8_000

const routesAnswer = z.object({ routes: z.array(z.object({ distanceMeters: z.int().optional() })).default([]) })
const lngLat = z.tuple([z.number(), z.number()]).rest(z.number())
const linesAnswer = z.object({
	routes: z
		.array(z.object({ polyline: z.object({ geoJsonLinestring: z.object({ coordinates: z.array(lngLat) }) }) }))
		.default([]),
})
/** Google omits values of 0. */
const matrixAnswer = z.array(
	z.object({
		originIndex: z.int().default(0),
		destinationIndex: z.int().default(0),
		status: z.object({ code: z.int().default(0) }).optional(),
		condition: z.string().optional(),
		distanceMeters: z.int().default(0),
		duration: z
			.string()
			.regex(/^\d+(\.\d+)?s$/)
			.default('0s'),
	}),
)

/** Without traffic a route takes the same time all day. */
const byCar = { travelMode: 'DRIVE', routingPreference: 'TRAFFIC_UNAWARE' }
const latLng = ({ lat, lng }: Position) => ({ location: { latLng: { latitude: lat, longitude: lng } } })
const waypoint = (position: Position) => ({ waypoint: latLng(position) })

/** Google's Routes: distances, matrices, and lines. */
export function createGoogleRoutes(
	config: GoogleConfig,
): Pick<MapsProvider, 'drivingDistance' | 'drivingMatrix' | 'drivingLine'> {
	const calls = createGoogleCalls(config)
	return {
		drivingDistance: (to) => drivingDistance(calls, config.shop, to),
		async drivingMatrix(from, to) {
			// Each element is billed like a separate route.
			await config.budget?.spendAll(from.length * to.length)
			return await drivingMatrix({ calls, timeoutMs: config.timeoutMs ?? matrixTimeoutMs }, from, to)
		},
		async drivingLine(positions) {
			const parts = await Promise.all(inParts(positions).map((part) => drivingLine(calls, part)))
			return parts.flat()
		},
	}
}

/** Metres of driving, or undefined without a route. */
async function drivingDistance(calls: GoogleCalls, from: Position, to: Position): Promise<number | undefined> {
	const response = await calls.post({
		host,
		path: '/directions/v2:computeRoutes',
		fields: 'routes.distanceMeters',
		body: { origin: latLng(from), destination: latLng(to), ...byCar, units: 'METRIC' },
	})
	const [route] = (await readMaps(response, routesAnswer)).routes
	if (route?.distanceMeters) return route.distanceMeters
	if (!route) return undefined
	// Google omits a distance of 0: an empty route leads to the shop's own address, or its length is unknown.
	const isBeside = Math.abs(from.lat - to.lat) < besideShop && Math.abs(from.lng - to.lng) < besideShop
	if (!isBeside) throw new MapsUnavailable('a route had no length')
	return 0
}

const blocksOf = (positions: readonly Position[]) =>
	Array.from({ length: Math.ceil(positions.length / blockSide) }, (_, at) => {
		const first = at * blockSide
		return { first, places: positions.slice(first, first + blockSide) }
	})

/** Requests all blocks in parallel. */
async function drivingMatrix(
	{ calls, timeoutMs }: { calls: GoogleCalls; timeoutMs: number },
	from: readonly Position[],
	to: readonly Position[],
): Promise<DrivingMatrix> {
	const empty = () => from.map(() => to.map((): number | undefined => undefined))
	const [seconds, meters] = [empty(), empty()]
	const blocks = blocksOf(from).flatMap((rows) => blocksOf(to).map((columns) => ({ rows, columns })))
	await Promise.all(
		blocks.map(async ({ rows, columns }) => {
			const response = await calls.post({
				host,
				path: '/distanceMatrix/v2:computeRouteMatrix',
				options: { timeoutMs },
				fields: 'originIndex,destinationIndex,status,condition,distanceMeters,duration',
				body: { origins: rows.places.map(waypoint), destinations: columns.places.map(waypoint), ...byCar },
			})
			for (const way of await readMaps(response, matrixAnswer)) {
				if (way.status?.code || way.condition !== 'ROUTE_EXISTS') continue
				const [row, column] = [rows.first + way.originIndex, columns.first + way.destinationIndex]
				;(seconds[row] ?? [])[column] = Math.round(Number.parseFloat(way.duration))
				;(meters[row] ?? [])[column] = way.distanceMeters
			}
		}),
	)
	return { seconds, meters }
}

/** Parts within the limit of one route; each begins where the previous one ends. */
function inParts(positions: readonly Position[]): Position[][] {
	const parts: Position[][] = []
	for (let first = 0; first < positions.length - 1; first += mostInRoute - 1)
		parts.push(positions.slice(first, first + mostInRoute))
	return parts
}

async function drivingLine(calls: GoogleCalls, places: readonly Position[]): Promise<Position[]> {
	const [origin, ...others] = places
	const destination = others.at(-1)
	if (!origin || !destination) return []
	const response = await calls.post({
		host,
		path: '/directions/v2:computeRoutes',
		fields: 'routes.polyline.geoJsonLinestring',
		body: {
			origin: latLng(origin),
			destination: latLng(destination),
			intermediates: others.slice(0, -1).map(latLng),
			...byCar,
			polylineEncoding: 'GEO_JSON_LINESTRING',
			polylineQuality: 'OVERVIEW',
		},
	})
	const [route] = (await readMaps(response, linesAnswer)).routes
	if (!route) throw new MapsUnavailable('Google knows no way over these places')
	return route.polyline.geoJsonLinestring.coordinates.map(([lng, lat]) => ({ lat, lng }))
}
