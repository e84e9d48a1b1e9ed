import { drawRoute, type Route } from '@premium-shaker/maps'
import { z } from 'zod'
import {
	callMaps,
	createMapsWithinBudget,
	type MapsConfig,
	neededBy,
	readable,
	readMaps,
} from '#modules/delivery/server/maps/call-maps.ts'
import { createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import {
	firstNumber,
	type MapPicture,
	type MapsProvider,
	MapsUnavailable,
	type MapView,
	mostSuggestions,
	namesSomething,
	type Place,
	type Suggestion,
} from '#modules/delivery/server/maps/maps.ts'
import {
	createGoogleCalls,
	createGoogleRoutes,
	demand,
	type GoogleCalls,
	type GoogleConfig,
} from '#modules/maps-google/server/google-routes.ts'

/** Google's maps; with a daily budget, the embedded ones serve once it is used up. */
export function openGoogle({ shop, timeoutMs, budget, onKey, googleMapsKey, googleMapsUrl }: MapsConfig): MapsProvider {
	const key = neededBy('google', googleMapsKey, 'GOOGLE_MAPS_KEY')
	const google = { shop, key, apiUrl: googleMapsUrl, timeoutMs, onKey }
	if (!budget) return createGoogleMaps(google)
	return createMapsWithinBudget({
		budget,
		open: (share) => createGoogleMaps({ ...google, budget: budget[share] }),
		own: createEmbeddedMaps(shop),
		isTheirs: isGoogleId,
	})
}

/** `isLight`: for a bad connection, at half the resolution. */
type PictureView = Omit<MapView, 'route'> & { readonly isLight?: boolean }

const region = 'Región Metropolitana'
/** Around the city, so that a server abroad gets no results of its own surroundings. */
const bias = { circle: { center: { latitude: -33.4489, longitude: -70.6693 }, radius: 30_000 } }
/** The maximum size of Static Maps before its scale. */
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

/**
 * Google: Places (New), Routes, Static Maps. By its terms only place ids are stored, and its results are shown only on
 * its own map, with its name.
 */
export function createGoogleMaps(config: GoogleConfig): MapsProvider {
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
		...createGoogleRoutes(config),
		drawMap: async ({ route, ...view }) => (route ? await drawOver(google, view, route) : await google.picture(view)),
	}
}

/** Draws a route over Google's picture: its markers have no two-digit numbers. */
async function drawOver(google: GoogleClient, view: Omit<MapView, 'route'>, route: Route): Promise<MapPicture> {
	const { body, contentType, maxAgeSeconds } = await google.picture({ ...view, isLight: true })
	const size = `width="${view.width}" height="${view.height}"`
	const svg =
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}" ${size}>` +
		`<image href="data:${contentType};base64,${body.toString('base64')}" ${size}/>${drawRoute(view, route)}</svg>`
	return { body: Buffer.from(svg), contentType: 'image/svg+xml; charset=utf-8', maxAgeSeconds }
}

/** The house of a written address; undefined when Google finds none. */
async function houseAt(google: GoogleClient, direccion: string): Promise<PlaceAnswer | undefined> {
	const session = crypto.randomUUID()
	const [first] = await google.predict(direccion, session, ['street_address', 'premise', 'subpremise'])
	const found = first && (await google.details(first.lugar_id, session))
	return found && partOf(found, 'street_number') ? found : undefined
}

/**
 * The house of this number in this street and comuna: the middle of an avenue may be kilometres away, in another price
 * band.
 */
async function houseIn(google: GoogleClient, street: PlaceAnswer, number: number): Promise<PlaceAnswer | undefined> {
	const route = partOf(street, 'route')
	const comuna = comunaOf(street)
	if (!route) return undefined
	const house = await houseAt(google, [`${route} ${number}`, comuna].filter(Boolean).join(', '))
	if (!house || partOf(house, 'route') !== route || comunaOf(house) !== comuna) return undefined
	return partOf(house, 'street_number') === String(number) ? house : undefined
}

class GoogleClient {
	readonly #config: GoogleConfig
	readonly #calls: GoogleCalls

	constructor(config: GoogleConfig) {
		this.#config = config
		this.#calls = createGoogleCalls(config)
	}

	/** One token for all calls of a search makes them one session on Google's bill. */
	async predict(input: string, session: string, types?: readonly string[]): Promise<Suggestion[]> {
		// Google answers a wrong key with 400 too, so malformed text is filtered before.
		if (!namesSomething(input)) return []
		const fields = 'suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat'
		const response = await this.#calls.post({
			host: 'places.googleapis.com',
			path: '/v1/places:autocomplete',
			fields,
			body: {
				input,
				sessionToken: session,
				languageCode: 'es',
				regionCode: 'cl',
				includedRegionCodes: ['cl'],
				locationBias: bias,
				...(types ? { includedPrimaryTypes: types } : {}),
			},
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
		const url = this.#calls.url('places.googleapis.com', `/v1/places/${id}`)
		url.search = new URLSearchParams({ sessionToken: session, languageCode: 'es', regionCode: 'CL' }).toString()
		const headers = this.#calls.headers('id,types,formattedAddress,location,addressComponents')
		// 400 and 404 mean an invalid or expired place id; 400 also a wrong key.
		const response = await callMaps(url, { headers }, { ...this.#config, absent: [400, 404] })
		return response && readMaps(response, placeAnswer)
	}

	async picture(view: PictureView): Promise<MapPicture> {
		const url = this.#calls.url('maps.googleapis.com', '/maps/api/staticmap')
		url.search = staticMapQuery(view, this.#config.key).toString()
		const response = demand(await callMaps(url, {}, this.#config))
		const contentType = response.headers.get('content-type') ?? ''
		if (!/^image\/(png|jpeg|gif)\b/.test(contentType)) throw new MapsUnavailable('the map was no picture')
		return { body: Buffer.from(await response.arrayBuffer()), contentType, maxAgeSeconds: 0 }
	}
}

function placeOf(found: PlaceAnswer): Place {
	return {
		lugar_id: `g-${found.id}`,
		// Removes the postal code that Google writes before the comuna, which reads like an apartment number.
		direccion: found.formattedAddress.replace(/, (Región Metropolitana, )?Chile$/, '').replace(/, \d{7} /, ', '),
		comuna: comunaOf(found),
		lat: found.location.latitude,
		lng: found.location.longitude,
		en_rm: (partOf(found, 'administrative_area_level_1') ?? '').includes(region.replace('Región ', '')),
		numero: firstNumber(partOf(found, 'street_number') ?? ''),
		isStreet: isStreet(found),
	}
}

/** Whether a place id is one of Google's. */
const isGoogleId = (placeId: string): boolean => placeId.startsWith('g-')

const isStreet = ({ types }: PlaceAnswer) => types.includes('route')

const comunaOf = (found: PlaceAnswer) =>
	partOf(found, 'administrative_area_level_3') ?? partOf(found, 'locality') ?? null

function partOf(found: PlaceAnswer, type: string): string | undefined {
	return found.addressComponents.find(({ types }) => types.includes(type))?.longText
}

function staticMapQuery(view: PictureView, key: string): URLSearchParams {
	const shrink = Math.min(1, largestPixels / Math.max(view.width, view.height))
	const position = `${view.lat},${view.lng}`
	const query = new URLSearchParams({
		center: position,
		zoom: String(view.zoom),
		size: `${Math.round(view.width * shrink)}x${Math.round(view.height * shrink)}`,
		scale: view.isLight ? '1' : '2',
		...(view.isLight && { format: 'jpg' }),
		language: 'es',
		region: 'CL',
		key,
	})
	if (view.marker) query.append('markers', `color:0x16171a|${position}`)
	if (view.dark) for (const style of googleMapStyle) query.append('style', style)
	return query
}

/** Static Maps in dark colours, as in the shop's own drawn map. */
const googleMapStyle: readonly string[] = [
	'element:geometry|color:0x1b1c1f',
	'element:labels.text.fill|color:0xa9a7a1',
	'element:labels.text.stroke|color:0x1b1c1f',
	'feature:road|element:geometry|color:0x3a3d43',
	'feature:water|element:geometry|color:0x14161a',
	'feature:poi|visibility:off',
]
