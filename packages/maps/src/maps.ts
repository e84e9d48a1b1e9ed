import { join } from 'node:path'
import { CityMap } from './drawing/city-map.ts'
import { fitView, type PictureSize } from './drawing/fit-view.ts'
import { routeLayer } from './drawing/route-layer.ts'
import { openIndexes, yieldToEventLoop } from './format/open-indexes.ts'
import type { MapView, Place, Position, Route, Suggestion } from './place.ts'
import { distancesFrom, snapMeters } from './roads/distances.ts'
import { Driving, type DrivingMatrix } from './roads/driving.ts'
import { locateAddress } from './search/locate-address.ts'
import { orderSuggestions } from './search/order-suggestions.ts'
import { readPlaceId, writePlaceId } from './search/place-id.ts'
import { PlaceLookup } from './search/place-lookup.ts'
import { nearestHouse } from './search/reverse.ts'
import { buildSearchIndex } from './search/search-index.ts'
import { PlaceSearch } from './search/search-places.ts'

export type { MapView, Place, Position, Route, RouteStop, Suggestion } from './place.ts'
export type { DrivingMatrix } from './roads/driving.ts'

/** Attribution required by the data's licences: included in every map, to be shown beside other answers. */
export const attribution = '© OpenStreetMap contributors (ODbL) · INE · DTPM/Red Metropolitana'

/** Shorter texts match too many names. */
const shortestText = 3
const defaultFolder = join(import.meta.dirname, '../data')

export interface MapsOptions {
	/** Origin of distances; the nearest of several namesakes is first. */
	readonly origin: Position
	/** Folder of `places.bin.br` and `roads.bin.br`, for a bundled program. Default: the package's own. */
	readonly dataFolder?: string | undefined
}

/** Maps of Santiago de Chile, in memory. Answers are computed synchronously in this process; undefined when not found. */
export interface Maps {
	/** Returns at most `limit` suggestions for a typed text, best first; none under three characters. */
	search(text: string, limit: number): Suggestion[]
	/**
	 * Returns the place of an id, or undefined. `houseNumber`: for a whole street's id, returns that house when the street can
	 * have it, else the street.
	 */
	place(id: string, houseNumber?: number): Place | undefined
	/** Returns the one place of a written address, or undefined when none or several match. */
	locate(address: string): Place | undefined
	/** Returns the house nearest to a position, or undefined when none is within 150 m. */
	reverse(position: Position): Place | undefined
	/** Returns the driving distance from the origin in whole m; without a road within 300 m, estimated from the straight line. */
	drivingDistance(to: Position): number
	/** Returns the fastest driving between all positions, in steps that yield to the event loop. */
	drivingMatrix(positions: readonly Position[]): Promise<DrivingMatrix>
	/** Returns the driving from one position to others; the return is equal. */
	drivingFrom(from: Position, to: readonly Position[]): { seconds: number[]; meters: number[] }
	/** Returns the line of the fastest roads over positions in order. */
	drivingLine(positions: readonly Position[]): Position[]
	/** Returns a static map as SVG, with attribution. */
	draw(view: MapView): string
}

/** The origin has no road within 300 m, so distances are impossible. */
export class OriginOffRoads extends Error {
	override readonly name = 'OriginOffRoads'
	constructor({ lat, lng }: Position) {
		super(`the origin (${lat}, ${lng}) is more than ${snapMeters} m from every road of the index`)
	}
}

/**
 * Decodes the index (about 0.3 s, in steps that yield to the event loop). Rejects with OriginOffRoads, or with an Error when
 * the data is missing, truncated or of another format.
 */
export async function openMaps({ origin, dataFolder = defaultFolder }: MapsOptions): Promise<Maps> {
	const [places, roads] = await openIndexes(dataFolder)
	const index = buildSearchIndex(places)
	await yieldToEventLoop()
	const distanceTo = distancesFrom(roads, origin)
	if (!distanceTo) throw new OriginOffRoads(origin)
	await yieldToEventLoop()
	const search = new PlaceSearch(places, index, origin)
	const lookup = new PlaceLookup(places, index)
	const map = new CityMap(places, roads, attribution)
	const driving = new Driving(roads)
	return {
		search: (text, limit) => {
			if (text.trim().length < shortestText) return []
			const hits = search.find(text, 2 * limit)
			return orderSuggestions(text, hits, limit).map(({ ref, name, comuna }) => {
				return { id: writePlaceId(ref), name, detail: lookup.detailOf(comuna) }
			})
		},
		place: (id, houseNumber) => {
			const ref = readPlaceId(id)
			return ref && lookup.houseOrPlace(ref, houseNumber)
		},
		locate: (address) => locateAddress(search, lookup, address),
		reverse: (position) => {
			const house = nearestHouse(places, position)
			return house && lookup.placeOf(house)
		},
		drivingDistance: distanceTo,
		drivingMatrix: (positions) => driving.matrix(positions),
		drivingFrom: (from, to) => driving.from(from, to),
		drivingLine: (positions) => driving.line(positions),
		draw: (view) => map.draw(view),
	}
}

/** Opens only the drawing of maps: faster and smaller. Rejects when the data is missing, truncated or of another format. */
export async function openMapPainter(dataFolder: string = defaultFolder): Promise<(view: MapView) => string> {
	const [places, roads] = await openIndexes(dataFolder)
	const map = new CityMap(places, roads, attribution)
	return (view) => map.draw(view)
}

/** Returns the closest view of a size in pixels that shows all positions with their pins; at least one is required. */
export function viewAround(positions: readonly Position[], size: PictureSize): Pick<MapView, 'lat' | 'lng' | 'zoom'> {
	return fitView(positions, size)
}

/** Returns a route as SVG elements for a foreign map of the same view (Web Mercator, tiles of 256 px). */
export function drawRoute(view: Omit<MapView, 'route'>, route: Route): string {
	return routeLayer(view, route)
}
