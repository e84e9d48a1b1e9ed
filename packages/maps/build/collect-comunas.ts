import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Comuna, findComuna } from '#maps/format/places-index.ts'
import { type Point, toUnits } from './collect-streets.ts'

const pair = z.tuple([z.number(), z.number()]).rest(z.number())
const ring = z.array(pair)
const collection = z.object({
	features: z.array(
		z.object({
			properties: z.object({ name: z.string(), inside: pair }),
			geometry: z.discriminatedUnion('type', [
				z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
				z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
			]),
		}),
	),
})

/** Reads the comunas of the region with their boundaries, in units of 0.00001 degrees. */
export function collectComunas(path: string): Comuna[] {
	const { features } = collection.parse(JSON.parse(readFileSync(path, 'utf8')))
	return features.map(({ properties, geometry }) => {
		const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
		const lines = rings.map((points) => Int32Array.from(points.flatMap(([lng, lat]) => [toUnits(lat), toUnits(lng)])))
		const [lng, lat] = properties.inside
		const lats = lines.flatMap((line) => [...line].filter((_, at) => at % 2 === 0))
		const lngs = lines.flatMap((line) => [...line].filter((_, at) => at % 2 === 1))
		return {
			name: properties.name,
			lat: toUnits(lat),
			lng: toUnits(lng),
			rings: lines,
			bounds: {
				south: Math.min(...lats),
				west: Math.min(...lngs),
				north: Math.max(...lats),
				east: Math.max(...lngs),
			},
		}
	})
}

export function comunaAt(comunas: readonly Comuna[], point: Point): string | undefined {
	return comunas[findComuna(comunas, point.lat, point.lng)]?.name
}
