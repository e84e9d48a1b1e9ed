import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import sharp from 'sharp'
import { z } from 'zod'
import { type FaultSwitch, faultSwitch } from '../faults.ts'
import { providerScope } from '../provider-scope.ts'
import { driving, settingsSchema } from './driving.ts'
import { type KnownPlace, knownPlaces } from './known-places.ts'
import { fail, refusal } from './refusal.ts'

export interface GoogleMapsSimulatorOptions {
	readonly key: string
}

const autocompleteBody = z.object({
	input: z.string().min(1),
	sessionToken: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,36}$/)
		.optional(),
	languageCode: z.string().optional(),
	regionCode: z.string().optional(),
	includedRegionCodes: z.array(z.string().length(2)).max(15).optional(),
	includedPrimaryTypes: z.array(z.string()).max(5).optional(),
	locationBias: z.looseObject({}).optional(),
	locationRestriction: z.looseObject({}).optional(),
})
const staticQuery = z.looseObject({
	center: z.string().regex(/^-?[\d.]+,-?[\d.]+$/),
	zoom: z.coerce.number().int().min(0).max(21),
	size: z.string().regex(/^\d{1,3}x\d{1,3}$/),
	scale: z.enum(['1', '2']).default('1'),
	key: z.string(),
	markers: z.string().optional(),
	format: z.enum(['png', 'jpg']).default('png'),
})

/** The map services used by the shop: Places (New), Routes, Static Maps, with their checks and errors. */
export function googleMapsSimulator(options: GoogleMapsSimulatorOptions): FastifyPluginAsync {
	return async (app) => {
		await providerScope(app)
		const faults = faultSwitch(app, settingsSchema)

		staticMap(app, faults, options.key)

		// The router needs a doubled colon for a literal one.
		app.post('/v1/places::autocomplete', { onRequest: faults.guard }, async (request, reply) => {
			const refused = refusal(options.key, request, reply, false)
			if (refused) return refused
			const body = autocompleteBody.safeParse(request.body)
			if (!body.success) return fail(reply, 400, z.prettifyError(body.error))
			if (body.data.locationBias && body.data.locationRestriction)
				return fail(reply, 400, 'Only one location may be set.')
			const addressOnly = body.data.includedPrimaryTypes?.includes('street_address') ?? false
			const found = matching(body.data.input).filter((place) => !addressOnly || place.number !== undefined)
			// Without results the real service omits the field.
			return found.length > 0 ? { suggestions: found.slice(0, 5).map(predictionOf) } : {}
		})

		app.get<{ Params: { id: string } }>('/v1/places/:id', { onRequest: faults.guard }, async (request, reply) => {
			const refused = refusal(options.key, request, reply, true)
			if (refused) return refused
			const place = knownPlaces.find(({ id }) => id === request.params.id)
			return place ? detailsOf(place) : fail(reply, 404, 'The Place ID is no longer valid.')
		})

		driving(app, { faults, key: options.key })
	}
}

function staticMap(app: FastifyInstance, faults: Pick<FaultSwitch<unknown>, 'guard'>, key: string): void {
	app.get('/maps/api/staticmap', { onRequest: faults.guard }, async (request, reply) => {
		const query = staticQuery.safeParse(request.query)
		if (!query.success)
			return reply.code(400).type('text/plain').send('The Google Maps Platform server rejected your request.')
		if (query.data.key !== key) return reply.code(403).type('text/plain').send('The provided API key is invalid.')
		const [width = 0, height = 0] = query.data.size.split('x').map((side) => Number(side) * Number(query.data.scale))
		const picture = await drawPicture(width, height, query.data.markers !== undefined)
		if (query.data.format === 'jpg') return reply.type('image/jpeg').send(await picture.jpeg().toBuffer())
		return reply.type('image/png').send(await picture.png().toBuffer())
	})
}

function fold(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
}

/** Returns the places that contain every typed number and every word of three letters or more. */
function matching(input: string): KnownPlace[] {
	const words = fold(input)
		.split(/[^a-z0-9]+/)
		.filter((word) => word.length > 2 && word !== 'ave')
	return knownPlaces.filter((place) => {
		const text = fold(`${place.main} ${place.comuna} ${place.region} Chile`)
		return words.length > 0 && words.every((word) => text.includes(word))
	})
}

function typesOf({ number, isStreet }: KnownPlace): string[] {
	return number ? ['street_address'] : isStreet ? ['route'] : ['point_of_interest', 'establishment']
}

/** Returns the street of a place. */
function routeOf({ main, number, isStreet }: KnownPlace): string | undefined {
	if (isStreet) return main
	return number ? main.slice(0, -number.length).trim() : undefined
}

function predictionOf(place: KnownPlace) {
	const secondary = `${place.comuna}, Chile`
	return {
		placePrediction: {
			place: `places/${place.id}`,
			placeId: place.id,
			text: { text: `${place.main}, ${secondary}` },
			structuredFormat: { mainText: { text: place.main }, secondaryText: { text: secondary } },
			types: [...typesOf(place), 'geocode'],
		},
	}
}

function detailsOf(place: KnownPlace) {
	const component = (longText: string, type: string) => ({
		longText,
		shortText: longText,
		types: [type],
		languageCode: 'es',
	})
	const route = routeOf(place)
	return {
		id: place.id,
		types: typesOf(place),
		formattedAddress: `${place.main}, ${place.comuna}, ${place.region}, Chile`,
		location: { latitude: place.lat, longitude: place.lng },
		addressComponents: [
			...(place.number ? [component(place.number, 'street_number')] : []),
			...(route ? [component(route, 'route')] : []),
			component(place.comuna, 'administrative_area_level_3'),
			component(place.region, 'administrative_area_level_1'),
			component('Chile', 'country'),
		],
	}
}

function drawPicture(width: number, height: number, hasMarker: boolean) {
	const pin = hasMarker ? `<circle cx="${width / 2}" cy="${height / 2}" r="12" fill="#16171a"/>` : ''
	const svg =
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e8eaed"/>` +
		`<path d="M0 ${height / 3}L${width} ${height / 2}M${width / 3} 0L${width / 2} ${height}" stroke="#fff" stroke-width="14"/>${pin}</svg>`
	return sharp(Buffer.from(svg))
}
