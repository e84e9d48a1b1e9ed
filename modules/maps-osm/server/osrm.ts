import { z } from 'zod'
import { type CallMapsOptions, callMaps, readMaps } from '#modules/delivery/server/maps/call-maps.ts'
import {
	type DrivingMatrix,
	type MapsProvider,
	MapsUnavailable,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'

export interface OsrmConfig extends CallMapsOptions {
	readonly shop: Position
	readonly osrmUrl: string
}

const lngLat = z.tuple([z.number(), z.number()]).rest(z.number())
const distanceAnswer = z.object({ code: z.string(), routes: z.array(z.object({ distance: z.number() })).default([]) })
const numbers = z.array(z.array(z.number().nullable()))
const tableAnswer = z.object({ code: z.string(), durations: numbers, distances: numbers })
const lineAnswer = z.object({
	code: z.string(),
	routes: z.array(z.object({ geometry: z.object({ coordinates: z.array(lngLat) }) })),
})

/** Longer than one route takes: a table of 61 places has 3,721 of them. Milliseconds. */
const tableTimeoutMs = 8_000

/** Rounds degrees to about a metre: sixty places have to fit in one address. */
const toMeter = (degrees: number) => Math.round(degrees * 100_000) / 100_000

/** Calls OSRM about places, longitude first. Undefined for its 400: no road or no route. */
async function callOsrm<T>(
	config: OsrmConfig,
	request: { readonly service: string; readonly places: readonly Position[]; readonly query: Record<string, string> },
	schema: z.ZodType<T & { code: string }>,
): Promise<T | undefined> {
	const places = request.places.map(({ lat, lng }) => `${toMeter(lng)},${toMeter(lat)}`).join(';')
	const url = new URL(`${config.osrmUrl.replace(/\/$/, '')}/${request.service}/v1/driving/${places}`)
	// Semicolons stay unescaped: they separate list items.
	url.search = Object.entries(request.query)
		.map(([name, value]) => `${name}=${value}`)
		.join('&')
	const response = await callMaps(url, {}, { ...config, absent: [400] })
	if (!response) return undefined
	const answer = await readMaps(response, schema)
	if (answer.code !== 'Ok') throw new MapsUnavailable(`OSRM answered ${answer.code}`)
	return answer
}

/** Metres of driving from the shop; undefined without a road. */
async function drivingDistance(config: OsrmConfig, to: Position): Promise<number | undefined> {
	const query = { overview: 'false', alternatives: 'false', steps: 'false' }
	const answer = await callOsrm(config, { service: 'route', places: [config.shop, to], query }, distanceAnswer)
	const [route] = answer?.routes ?? []
	return route && Math.round(route.distance)
}

async function drivingMatrix(
	config: OsrmConfig,
	from: readonly Position[],
	to: readonly Position[],
): Promise<DrivingMatrix> {
	const list = (places: readonly Position[], first: number) => places.map((_, at) => first + at).join(';')
	const isSquare = from === to
	const parts = isSquare ? {} : { sources: list(from, 0), destinations: list(to, from.length) }
	const slower = { ...config, timeoutMs: config.timeoutMs ?? tableTimeoutMs }
	const query = { ...parts, annotations: 'duration,distance' }
	const places = isSquare ? from : [...from, ...to]
	const answer = await callOsrm(slower, { service: 'table', places, query }, tableAnswer)
	// One place off every road spoils the whole table.
	if (!answer) throw new MapsUnavailable('OSRM has no road near a place')
	const whole = (table: readonly (readonly (number | null)[])[]) => {
		if (table.length !== from.length || table.some((row) => row.length !== to.length))
			throw new MapsUnavailable('a table of OSRM has another size')
		return table.map((row) => row.map((value) => (value === null ? undefined : Math.round(value))))
	}
	return { seconds: whole(answer.durations), meters: whole(answer.distances) }
}

async function drivingLine(config: OsrmConfig, places: readonly Position[]): Promise<Position[]> {
	const query = { overview: 'simplified', geometries: 'geojson', alternatives: 'false', steps: 'false' }
	const answer = await callOsrm(config, { service: 'route', places, query }, lineAnswer)
	const [route] = answer?.routes ?? []
	if (!route) throw new MapsUnavailable('OSRM knows no way over these places')
	return route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }))
}

/** OSRM: distances, matrices, and lines. */
export function createOsrm(
	config: OsrmConfig,
): Pick<MapsProvider, 'drivingDistance' | 'drivingMatrix' | 'drivingLine'> {
	return {
		drivingDistance: (to) => drivingDistance(config, to),
		drivingMatrix: (from, to) => drivingMatrix(config, from, to),
		drivingLine: (positions) => drivingLine(config, positions),
	}
}
