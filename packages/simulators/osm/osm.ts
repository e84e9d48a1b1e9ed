import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { faultSwitch } from '../faults.ts'
import { providerScope } from '../provider-scope.ts'
import { type KnownFeature, knownFeatures } from './known-features.ts'
import { osrm, settingsSchema } from './osrm.ts'

const searchQuery = z.object({
	q: z.string().min(1),
	limit: z.coerce.number().int().min(1).max(50).default(15),
	lat: z.coerce.number().min(-90).max(90).optional(),
	lon: z.coerce.number().min(-180).max(180).optional(),
	bbox: z
		.string()
		.regex(/^-?[\d.]+(,-?[\d.]+){3}$/)
		.optional(),
})

/** Photon (`/photon/api`) and OSRM (`/osrm/route/v1/…`, `/osrm/table/v1/…`), as far as the shop calls them. */
export const osmSimulator: FastifyPluginAsync = async (app) => {
	await providerScope(app)
	const faults = faultSwitch(app, settingsSchema)

	app.get('/photon/api', { onRequest: faults.guard }, async (request, reply) => {
		const query = searchQuery.safeParse(request.query)
		if (!query.success) return reply.code(400).send({ message: "missing search term 'q': /?q=berlin" })
		const found = matching(query.data.q).filter((one) => isInside(one, query.data.bbox))
		return { type: 'FeatureCollection', features: found.slice(0, query.data.limit).map(featureOf) }
	})

	osrm(app, faults)
}

function fold(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
}

function matching(q: string): KnownFeature[] {
	const words = fold(q)
		.split(/[^a-z0-9]+/)
		.filter((word) => word.length > 2)
	return knownFeatures.filter((one) => {
		const text = fold([one.name, one.street, one.housenumber, one.city, one.state, 'Chile'].filter(Boolean).join(' '))
		return words.length > 0 && words.every((word) => text.includes(word))
	})
}

function isInside({ lat, lon }: KnownFeature, bbox: string | undefined): boolean {
	if (!bbox) return true
	const [west = -180, south = -90, east = 180, north = 90] = bbox.split(',').map(Number)
	return lon >= west && lon <= east && lat >= south && lat <= north
}

function featureOf({ lat, lon, ...properties }: KnownFeature) {
	return {
		type: 'Feature',
		geometry: { type: 'Point', coordinates: [lon, lat] },
		properties: { ...properties, country: 'Chile', countrycode: 'CL' },
	}
}
