import { attribution } from '@premium-shaker/maps'
import { z } from 'zod'
import { isComuna } from '#modules/delivery/address.ts'
import {
	type CallMapsOptions,
	callMaps,
	type MapsConfig,
	neededBy,
	readable,
	readMaps,
} from '#modules/delivery/server/maps/call-maps.ts'
import { createDrawnMap } from '#modules/delivery/server/maps/embedded-maps.ts'
import {
	type DrivingMatrix,
	firstNumber,
	type MapPicture,
	type MapsProvider,
	MapsUnavailable,
	type MapView,
	mostSuggestions,
	namesSomething,
	type Place,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'

interface OsmMapsConfig extends CallMapsOptions {
	readonly shop: Position
	readonly photonUrl: string
	readonly osrmUrl: string
	/** Draws the picture, which Photon and OSRM lack. */
	readonly draw: (view: MapView) => Promise<MapPicture>
}

/** The Gran Santiago: west, south, east, north. */
const cityBox = '-71.0,-33.75,-70.4,-33.2'
const region = 'Región Metropolitana'

const lngLat = z.tuple([z.number(), z.number()]).rest(z.number())
const feature = z.object({
	geometry: z.object({ coordinates: lngLat }),
	properties: z.object({
		osm_type: z.string(),
		osm_id: z.number(),
		type: z.string().default('other'),
		name: z.string().optional(),
		street: z.string().optional(),
		housenumber: z.string().optional(),
		district: z.string().optional(),
		city: z.string().optional(),
		state: z.string().optional(),
	}),
})
type Feature = z.output<typeof feature>
const photonAnswer = z.object({ features: readable(feature) })
/** The content of an id: the OpenStreetMap object and the words that find it again, without a position. */
const idContent = z.tuple([z.enum(['N', 'W', 'R']), z.number(), z.string().trim().min(1).max(110)])

async function search(config: OsmMapsConfig, text: string, limit: number): Promise<Feature[]> {
	if (!namesSomething(text)) return []
	const url = new URL(`${config.photonUrl.replace(/\/$/, '')}/api`)
	url.search = new URLSearchParams({
		q: text,
		lat: String(config.shop.lat),
		lon: String(config.shop.lng),
		limit: String(limit),
		bbox: cityBox,
	}).toString()
	// Photon answers unsearchable words with 400, which must not count as its failure.
	const response = await callMaps(url, {}, { ...config, absent: [400] })
	if (!response) return []
	return (await readMaps(response, photonAnswer)).features
}

/** The house of this number in this street and comuna, if OpenStreetMap has it. */
async function houseIn(config: OsmMapsConfig, street: Feature, number: number): Promise<Feature | undefined> {
	const [name, comuna] = [titleOf(street), comunaOf(street)]
	const found = await search(config, [`${name} ${number}`, comuna].filter(Boolean).join(', '), 10)
	return found.find(
		(house) => titleOf(house) === `${name} ${number}` && house.properties.housenumber && comunaOf(house) === comuna,
	)
}

/** The open stack: Photon finds, OSRM measures, the shop draws. */
function createOsmMaps(config: OsmMapsConfig): MapsProvider {
	return {
		name: 'osm',
		attribution,
		async warm() {},
		async suggest(text) {
			return (await search(config, text, mostSuggestions)).slice(0, mostSuggestions).map((found) => ({
				lugar_id: idOf(found),
				texto: titleOf(found),
				detalle: [comunaOf(found), found.properties.state ?? region].filter(Boolean).join(', '),
			}))
		},
		async place(placeId, _session, houseNumber) {
			const content = readId(placeId)
			if (!content) return undefined
			const [type, id, words] = content
			const found = (await search(config, words, 10)).find(
				({ properties }) => properties.osm_type === type && properties.osm_id === id,
			)
			if (found?.properties.type !== 'street' || houseNumber === undefined) return found && placeOf(found)
			return placeOf((await houseIn(config, found, houseNumber)) ?? found)
		},
		async locate(direccion) {
			const houses = (await search(config, direccion, 5)).filter(
				({ properties }) => properties.housenumber !== undefined,
			)
			const [house, ...others] = houses
			const typed: readonly string[] = direccion.match(/\d+/g) ?? []
			if (!house || !typed.includes(house.properties.housenumber ?? '')) return undefined
			const isAmbiguous = others.some(
				(other) => titleOf(other) === titleOf(house) && comunaOf(other) !== comunaOf(house),
			)
			return isAmbiguous ? undefined : placeOf(house)
		},
		drivingDistance: (to) => drivingDistance(config, to),
		drivingMatrix: (from, to) => drivingMatrix(config, from, to),
		drivingLine: (positions) => drivingLine(config, positions),
		drawMap: config.draw,
	}
}

function idOf(found: Feature): string {
	const { osm_type, osm_id } = found.properties
	const words = [titleOf(found), comunaOf(found)].filter(Boolean).join(', ').slice(0, 110)
	return `o-${Buffer.from(JSON.stringify([osm_type, osm_id, words])).toString('base64url')}`
}

function readId(placeId: string): z.output<typeof idContent> | undefined {
	if (!placeId.startsWith('o-')) return undefined
	try {
		return idContent.safeParse(JSON.parse(Buffer.from(placeId.slice(2), 'base64url').toString())).data
	} catch {
		// Text that is no JSON is no id of ours.
		return undefined
	}
}

function titleOf({ properties }: Feature): string {
	const { name, street, housenumber } = properties
	if (street && housenumber) return `${street} ${housenumber}`
	return name ?? street ?? ''
}

/** OpenStreetMap may name the conurbation Santiago as the city, and the comuna as its district. */
function comunaOf({ properties: { city, district } }: Feature): string | null {
	if (city === 'Santiago' && district && isComuna(district)) return district
	return city ?? district ?? null
}

function placeOf(found: Feature): Place {
	const [lng, lat] = found.geometry.coordinates
	const comuna = comunaOf(found)
	return {
		lugar_id: idOf(found),
		direccion: [titleOf(found), comuna].filter(Boolean).join(', '),
		comuna,
		lat,
		lng,
		en_rm: (found.properties.state ?? '').includes('Metropolitana'),
		numero: firstNumber(found.properties.housenumber ?? ''),
		isStreet: found.properties.type === 'street',
	}
}

/** The maps of Photon and OSRM, drawn by the shop. */
export function openOsm({ shop, photonUrl, osrmUrl, timeoutMs }: MapsConfig): MapsProvider {
	return createOsmMaps({
		shop,
		photonUrl: neededBy('osm', photonUrl, 'PHOTON_URL'),
		osrmUrl: neededBy('osm', osrmUrl, 'OSRM_URL'),
		draw: createDrawnMap(),
		timeoutMs,
	})
}

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
	config: OsmMapsConfig,
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
async function drivingDistance(config: OsmMapsConfig, to: Position): Promise<number | undefined> {
	const query = { overview: 'false', alternatives: 'false', steps: 'false' }
	const answer = await callOsrm(config, { service: 'route', places: [config.shop, to], query }, distanceAnswer)
	const [route] = answer?.routes ?? []
	return route && Math.round(route.distance)
}

async function drivingMatrix(
	config: OsmMapsConfig,
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

async function drivingLine(config: OsmMapsConfig, places: readonly Position[]): Promise<Position[]> {
	const query = { overview: 'simplified', geometries: 'geojson', alternatives: 'false', steps: 'false' }
	const answer = await callOsrm(config, { service: 'route', places, query }, lineAnswer)
	const [route] = answer?.routes ?? []
	if (!route) throw new MapsUnavailable('OSRM knows no way over these places')
	return route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }))
}
