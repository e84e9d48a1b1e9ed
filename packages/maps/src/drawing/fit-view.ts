import { unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { MapView, Position } from '#maps/place.ts'
import { MapProjection } from './map-projection.ts'

/** In pixels. */
export type PictureSize = Pick<MapView, 'width' | 'height'>

/** Space for pins at the edges, in pixels. */
const marginPixels = 34
const [farthestZoom, nearestZoom] = [9, 16]

/** Returns the centre and the highest zoom that show all of one or more positions. */
export function fitView(positions: readonly Position[], size: PictureSize): Pick<MapView, 'lat' | 'lng' | 'zoom'> {
	const edge = (choose: (one: number, other: number) => number, of: (position: Position) => number) =>
		positions.map(of).reduce((one, other) => choose(one, other))
	const [south, north] = [edge(Math.min, ({ lat }) => lat), edge(Math.max, ({ lat }) => lat)]
	const [west, east] = [edge(Math.min, ({ lng }) => lng), edge(Math.max, ({ lng }) => lng)]
	const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
	for (let zoom = nearestZoom; zoom > farthestZoom; zoom--) {
		const projection = new MapProjection({ ...middle, ...size, zoom })
		const shows = (lat: number, lng: number) =>
			projection.shows(lat * unitsPerDegree, lng * unitsPerDegree, -marginPixels)
		if (shows(south, west) && shows(north, east)) return { ...middle, zoom }
	}
	return { ...middle, zoom: farthestZoom }
}
