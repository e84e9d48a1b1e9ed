import { join } from 'node:path'
import { CityMap } from './drawing/city-map.ts'
import { fitView, type PictureSize } from './drawing/fit-view.ts'
import { routeLayer } from './drawing/route-layer.ts'
import { openIndexes, yieldToEventLoop } from './format/open-indexes.ts'
import type { MapView, Place, Position, Route, Suggestion } from './place.ts'
import { distancesFrom, snapMeters } from './roads/distances.ts'
import { Driving, type DrivingMatrix } from './roads/driving.ts'
import { locateAddress } from './search/locate-address.ts'
import { readPlaceId, writePlaceId } from './search/place-id.ts'
import { PlaceLookup } from './search/place-lookup.ts'
import { nearestHouse } from './search/reverse.ts'
import { buildSearchIndex } from './search/search-index.ts'
import { PlaceSearch } from './search/search-places.ts'

export type { MapView, Place, Position, Route, RouteStop, Suggestion } from './place.ts'
export type { DrivingMatrix } from './roads/driving.ts'

/** The credit that the data's licences ask for: in every drawn map already, and to be shown beside every other answer. */
export const attribution = '© OpenStreetMap contributors (ODbL) · INE · DTPM/Red Metropolitana'

/** Shorter texts begin too many names to be worth an answer. */
const shortestText = 3
const defaultFolder = join(import.meta.dirname, '../data')

export interface MapsOptions {
	/** Where distances start; of several places of one name the nearest to it comes first. */
	readonly origin: Position
	/** The folder of `places.bin.br` and `roads.bin.br`, for a program built into one file. Default: the package's own. */
	readonly dataFolder?: string | undefined
}

/** Santiago de Chile, in memory. Every answer is computed at once, within this process; what is not found is undefined. */
export interface Maps {
	/** At most `limit` places for what somebody is typing, best first; none under three characters. */
	search(text: string, limit: number): Suggestion[]
	/**
	 * The place behind an id, or undefined when the index has none of that id. `houseNumber`: for the id of a whole street, gives
	 * that house where the street can have it, else the street.
	 */
	place(id: string, houseNumber?: number): Place | undefined
	/** The one place that a written address means, or undefined when it means none or several. */
	locate(address: string): Place | undefined
	/** The house of the index nearest to a position, or undefined when none lies within 150 m. */
	reverse(position: Position): Place | undefined
	/** Whole metres of driving from the origin; where no road lies within 300 m, estimated from the straight line. */
	drivingDistance(to: Position): number
	/** Driving from each position to each by the fastest roads, in steps between which the process answers. */
	drivingMatrix(positions: readonly Position[]): Promise<DrivingMatrix>
	/** Driving from one position to each of some others; as long is the way back. */
	drivingFrom(from: Position, to: readonly Position[]): { seconds: number[]; meters: number[] }
	/** The line that is driven by the fastest roads over some positions, in their order. */
	drivingLine(positions: readonly Position[]): Position[]
	/** A still map as SVG, credit included. */
	draw(view: MapView): string
}

/** No road of the index lies within 300 m of the origin, so no distance can start there. */
export class OriginOffRoads extends Error {
	override readonly name = 'OriginOffRoads'
	constructor({ lat, lng }: Position) {
		super(`the origin (${lat}, ${lng}) is more than ${snapMeters} m from every road of the index`)
	}
}

/**
 * Decodes the index (about 0.3 s, in steps between which the process answers other requests).
 * Rejects with OriginOffRoads, and with an Error when the data is missing, cut off or of another format.
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
			return search.find(text, limit).map(({ ref, name, comuna }) => {
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

/** Only the drawing of maps: opens sooner and holds less. Rejects when the data is missing, cut off or of another format. */
export async function openMapPainter(dataFolder: string = defaultFolder): Promise<(view: MapView) => string> {
	const [places, roads] = await openIndexes(dataFolder)
	const map = new CityMap(places, roads, attribution)
	return (view) => map.draw(view)
}

/** The nearest view of a picture's size in pixels that shows all of some positions with their pins; at least one is needed. */
export function viewAround(positions: readonly Position[], size: PictureSize): Pick<MapView, 'lat' | 'lng' | 'zoom'> {
	return fitView(positions, size)
}

/** A route as SVG elements, to be laid over a picture of the same view that somebody else drew (Web Mercator, tiles of 256 px). */
export function drawRoute(view: Omit<MapView, 'route'>, route: Route): string {
	return routeLayer(view, route)
}
