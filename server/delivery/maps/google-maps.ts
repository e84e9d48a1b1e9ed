import { z } from 'zod'
import { houseNumberOf } from '#domain/delivery/house-number.ts'
import { type CallMapsOptions, callMaps, readable, readMaps } from './call-maps.ts'
import { googleMapStyle } from './google-map-style.ts'
import {
	type MapPicture,
	type MapsProvider,
	MapsUnavailable,
	type MapView,
	mostSuggestions,
	namesSomething,
	type Place,
	type Position,
	type Suggestion,
} from './maps.ts'

export interface GoogleMapsConfig extends CallMapsOptions {
	readonly shop: Position
	/** A server key for Places (New), Routes and Static Maps. It never leaves the server. */
	readonly key: string
	/** One base address instead of Google's three hosts; the simulator uses it. */
	readonly apiUrl?: string | undefined
}

const region = 'Región Metropolitana'
/** Around the city, so that a server abroad is not answered with its own surroundings. */
const bias = { circle: { center: { latitude: -33.4489, longitude: -70.6693 }, radius: 30_000 } }
/** Static Maps draws no larger picture before its scale. */
const largestPixels = 640

const predictionsAnswer = z.object({
	suggestions: readable(
		z.object({
			placePrediction: z.optional(
				z.object({
					placeId: z.string(),
					structuredFormat: z.object({
						mainText: z.object({ text: z.string() }),
						secondaryText: z.optional(z.object({ text: z.string() })),
					}),
				}),
			),
		}),
	).default([]),
})
const placeAnswer = z.object({
	id: z.string(),
	types: z.array(z.string()).default([]),
	formattedAddress: z.string(),
	location: z.object({ latitude: z.number(), longitude: z.number() }),
	addressComponents: z.array(z.object({ longText: z.string(), types: z.array(z.string()) })).default([]),
})
type PlaceAnswer = z.output<typeof placeAnswer>
const routesAnswer = z.object({ routes: z.array(z.object({ distanceMeters: z.int().optional() })).default([]) })
/** So near to the shop, in degrees, a route of no metres is one: about a hundred metres. */
const besideShop = 0.001

/**
 * Google: Places (New), Routes, Static Maps. By its terms only place ids are kept, and its results stay on its own map, under
 * its name.
 */
export function createGoogleMaps(config: GoogleMapsConfig): MapsProvider {
	const google = new GoogleClient(config)
	return {
		name: 'google',
		attribution: 'Google Maps',
		async warm() {},
		suggest: (text, session) => google.predict(text, session),
		async place(placeId, session, houseNumber) {
			const found = await google.details(placeId, session)
			if (!found || !isStreet(found) || houseNumber === undefined) return found && placeOf(found)
			return placeOf((await houseIn(google, found, houseNumber)) ?? found)
		},
		async locate(direccion) {
			const found = await houseAt(google, direccion)
			return found && placeOf(found)
		},
		drivingDistance: (place) => google.drive(config.shop, place),
		drawMap: (view) => google.picture(view),
	}
}

/** The house that a written address means; undefined when Google understands none. */
async function houseAt(google: GoogleClient, direccion: string): Promise<PlaceAnswer | undefined> {
	const session = crypto.randomUUID()
	const [first] = await google.predict(direccion, session, ['street_address', 'premise', 'subpremise'])
	const found = first && (await google.details(first.lugar_id, session))
	return found && partOf(found, 'street_number') ? found : undefined
}

/** The house of this number in this street and comuna: the middle of an avenue may be kilometres from it, or in another band. */
async function houseIn(google: GoogleClient, street: PlaceAnswer, number: number): Promise<PlaceAnswer | undefined> {
	const route = partOf(street, 'route')
	const comuna = comunaOf(street)
	if (!route) return undefined
	const house = await houseAt(google, [`${route} ${number}`, comuna].filter(Boolean).join(', '))
	if (!house || partOf(house, 'route') !== route || comunaOf(house) !== comuna) return undefined
	return partOf(house, 'street_number') === String(number) ? house : undefined
}

class GoogleClient {
	readonly #config: GoogleMapsConfig

	constructor(config: GoogleMapsConfig) {
		this.#config = config
	}

	/** One token for all calls of a search makes them one session on Google's bill. */
	async predict(input: string, session: string, types?: readonly string[]): Promise<Suggestion[]> {
		// Google answers a wrong key with 400 too, so a 400 cannot be told to be of the customer's making afterwards.
		if (!namesSomething(input)) return []
		const fields = 'suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat'
		const response = await this.#post('places.googleapis.com', '/v1/places:autocomplete', fields, {
			input,
			sessionToken: session,
			languageCode: 'es',
			regionCode: 'cl',
			includedRegionCodes: ['cl'],
			locationBias: bias,
			...(types ? { includedPrimaryTypes: types } : {}),
		})
		const { suggestions } = await readMaps(response, predictionsAnswer)
		return suggestions
			.flatMap(({ placePrediction }) => placePrediction ?? [])
			.slice(0, mostSuggestions)
			.map(({ placeId, structuredFormat }) => ({
				lugar_id: `g-${placeId}`,
				texto: structuredFormat.mainText.text,
				detalle: structuredFormat.secondaryText?.text ?? '',
			}))
	}

	async details(placeId: string, session: string): Promise<PlaceAnswer | undefined> {
		const id = /^g-([A-Za-z0-9_-]{10,280})$/.exec(placeId)?.[1]
		if (!id) return undefined
		const url = this.#url('places.googleapis.com', `/v1/places/${id}`)
		url.search = new URLSearchParams({ sessionToken: session, languageCode: 'es', regionCode: 'CL' }).toString()
		const headers = this.#headers('id,types,formattedAddress,location,addressComponents')
		// 400 and 404 say that it is no place id, or one no longer; 400 is said of a wrong key as well.
		const response = await callMaps(url, { headers }, { ...this.#config, absent: [400, 404] })
		return response && readMaps(response, placeAnswer)
	}

	async drive(from: Position, to: Position): Promise<number | undefined> {
		const latLng = ({ lat, lng }: Position) => ({ location: { latLng: { latitude: lat, longitude: lng } } })
		const response = await this.#post(
			'routes.googleapis.com',
			'/directions/v2:computeRoutes',
			'routes.distanceMeters',
			{
				origin: latLng(from),
				destination: latLng(to),
				travelMode: 'DRIVE',
				// Without traffic the same address has the same distance all day.
				routingPreference: 'TRAFFIC_UNAWARE',
				units: 'METRIC',
			},
		)
		const [route] = (await readMaps(response, routesAnswer)).routes
		if (route?.distanceMeters) return route.distanceMeters
		if (!route) return undefined
		// Google leaves a distance of 0 out: an empty route leads to the shop's own address, or nobody knows how far.
		const isBeside = Math.abs(from.lat - to.lat) < besideShop && Math.abs(from.lng - to.lng) < besideShop
		if (!isBeside) throw new MapsUnavailable('a route had no length')
		return 0
	}

	async picture(view: MapView): Promise<MapPicture> {
		const url = this.#url('maps.googleapis.com', '/maps/api/staticmap')
		url.search = staticMapQuery(view, this.#config.key).toString()
		const response = demand(await callMaps(url, {}, this.#config))
		const contentType = response.headers.get('content-type') ?? ''
		if (!/^image\/(png|jpeg|gif)\b/.test(contentType)) throw new MapsUnavailable('the map was no picture')
		return { body: Buffer.from(await response.arrayBuffer()), contentType, keepSeconds: 0 }
	}

	async #post(host: string, path: string, fields: string, body: object): Promise<Response> {
		const init = { method: 'POST', headers: this.#headers(fields), body: JSON.stringify(body) }
		return demand(await callMaps(this.#url(host, path), init, this.#config))
	}

	#url(host: string, path: string): URL {
		return new URL(`${(this.#config.apiUrl ?? `https://${host}`).replace(/\/$/, '')}${path}`)
	}

	#headers(fields: string): Record<string, string> {
		return { 'content-type': 'application/json', 'x-goog-api-key': this.#config.key, 'x-goog-fieldmask': fields }
	}
}

function placeOf(found: PlaceAnswer): Place {
	return {
		lugar_id: `g-${found.id}`,
		// Without the postal code that Google sets before the comuna: nobody in Chile writes it, and it is no apartment.
		direccion: found.formattedAddress.replace(/, (Región Metropolitana, )?Chile$/, '').replace(/, \d{7} /, ', '),
		comuna: comunaOf(found),
		lat: found.location.latitude,
		lng: found.location.longitude,
		en_rm: (partOf(found, 'administrative_area_level_1') ?? '').includes(region.replace('Región ', '')),
		numero: houseNumberOf(partOf(found, 'street_number') ?? ''),
		isStreet: isStreet(found),
	}
}

const isStreet = ({ types }: PlaceAnswer) => types.includes('route')

const comunaOf = (found: PlaceAnswer) =>
	partOf(found, 'administrative_area_level_3') ?? partOf(found, 'locality') ?? null

function partOf(found: PlaceAnswer, type: string): string | undefined {
	return found.addressComponents.find(({ types }) => types.includes(type))?.longText
}

function staticMapQuery(view: MapView, key: string): URLSearchParams {
	const shrink = Math.min(1, largestPixels / Math.max(view.width, view.height))
	const position = `${view.lat},${view.lng}`
	const query = new URLSearchParams({
		center: position,
		zoom: String(view.zoom),
		size: `${Math.round(view.width * shrink)}x${Math.round(view.height * shrink)}`,
		scale: '2',
		language: 'es',
		region: 'CL',
		key,
	})
	if (view.marker) query.append('markers', `color:0x16171a|${position}`)
	if (view.dark) for (const style of googleMapStyle) query.append('style', style)
	return query
}

function demand(response: Response | undefined): Response {
	if (!response) throw new MapsUnavailable('there was no answer')
	return response
}
