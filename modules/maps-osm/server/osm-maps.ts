import { attribution } from '@premium-shaker/maps'
import { z } from 'zod'
import { type CallMapsOptions, callMaps, readable, readMaps } from '#modules/delivery/server/maps/call-maps.ts'
import { isComuna } from '#modules/delivery/server/maps/comunas.ts'
import { createDrawnMap } from '#modules/delivery/server/maps/embedded-maps.ts'
import {
	firstNumber,
	type MapPicture,
	type MapsProvider,
	type MapView,
	mostSuggestions,
	namesSomething,
	type Place,
	type Position,
} from '#modules/delivery/server/maps/maps.ts'
import { type MapsConfig, neededBy } from '#modules/delivery/server/maps/maps-config.ts'
import { createOsrm } from './osrm.ts'

export interface OsmMapsConfig extends CallMapsOptions {
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
		...createOsrm(config),
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
