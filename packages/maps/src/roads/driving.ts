import { yieldToEventLoop } from '#maps/format/open-indexes.ts'
import type { RoadsIndex } from '#maps/format/roads-index.ts'
import { haversine, toDegrees } from '#maps/geometry/geometry.ts'
import { PointGrid } from '#maps/geometry/point-grid.ts'
import type { Position } from '#maps/place.ts'
import { drivingFactor, nodesOffMotorways, snapMeters, straightFactor } from './distances.ts'
import { FastestPaths, streetSecondsPerMeter } from './fastest-paths.ts'

/** Whole seconds and metres; rows are starts, columns are ends. */
export interface DrivingMatrix {
	readonly seconds: number[][]
	readonly meters: number[][]
}

/** Number of nearest places searched from each place; further ones are combined from these. */
const mostSearched = 16

/** Maximum distance in m of a straight line from a place to its nearest road. */
const farMeters = 3_000

interface Drive {
	readonly seconds: number
	readonly meters: number
}

/** A place in the graph; without `node` no road is near. */
interface Snapped {
	readonly position: Position
	readonly node?: number
	/** Driving from the place to its node. */
	readonly meters: number
}

const sum = (...drives: readonly Drive[]): Drive => ({
	seconds: drives.reduce((all, { seconds }) => all + seconds, 0),
	meters: drives.reduce((all, { meters }) => all + meters, 0),
})
const pick = (places: readonly Snapped[], indexes: readonly number[]): Map<number, Snapped> =>
	new Map(indexes.flatMap((at) => (places[at] ? [[at, places[at]] as const] : [])))
const isSame = ({ position: one }: Snapped, { position: other }: Snapped) =>
	one.lat === other.lat && one.lng === other.lng
const alongStreet = (meters: number): Drive => ({ seconds: meters * streetSecondsPerMeter, meters })

/** Driving times and routes between any places. The graph has no one-ways, so both directions are equal. */
export class Driving {
	readonly #roads: RoadsIndex
	readonly #grid: PointGrid
	// Search buffers are allocated on first use: 17 MB that most processes do not need.
	#paths: FastestPaths | undefined

	constructor(roads: RoadsIndex) {
		this.#roads = roads
		this.#grid = new PointGrid(roads.lats, roads.lngs, nodesOffMotorways(roads))
	}

	/** All pairs; yields to the event loop between steps. */
	async matrix(positions: readonly Position[]): Promise<DrivingMatrix> {
		const places = positions.map((position) => this.#snap(position))
		const drives: (Drive | undefined)[][] = places.map(() => places.map(() => undefined))
		for (const [from, place] of farthestFirst(places)) {
			const row = drives[from] ?? []
			row[from] = { seconds: 0, meters: 0 }
			const unknown = [...places.keys()].filter((to) => !row[to])
			// The first place is the depot: its routes are all searched.
			const most = from === 0 ? places.length : mostSearched - (places.length - 1 - unknown.length)
			for (const [to, drive] of this.#drivesFrom(place, pick(places, unknown), most)) {
				row[to] = drive
				;(drives[to] ?? [])[from] = drive
			}
			await yieldToEventLoop()
		}
		fillByWayOfOthers(drives)
		const table = (value: (drive: Drive) => number) =>
			drives.map((row) => row.map((drive) => (drive ? Math.round(value(drive)) : 0)))
		return { seconds: table(({ seconds }) => seconds), meters: table(({ meters }) => meters) }
	}

	/** From one place to others, as `seconds[to]` and `meters[to]`. */
	from(position: Position, others: readonly Position[]): { seconds: number[]; meters: number[] } {
		const places = others.map((other) => this.#snap(other))
		const drives = this.#drivesFrom(this.#snap(position), new Map(places.entries()), places.length)
		const list = (value: (drive: Drive) => number) =>
			places.map((_, to) => Math.round(value(drives.get(to) ?? { seconds: 0, meters: 0 })))
		return { seconds: list(({ seconds }) => seconds), meters: list(({ meters }) => meters) }
	}

	/** Returns the driven line over positions in order; straight without a nearby road. */
	line(positions: readonly Position[]): Position[] {
		const places = positions.map((position) => this.#snap(position))
		return places.flatMap((place, at) => {
			const next = places[at + 1]
			return next ? [place.position, ...this.#way(place, next)] : [place.position]
		})
	}

	#way(from: Snapped, to: Snapped): Position[] {
		if (from.node === undefined || to.node === undefined) return []
		const paths = this.#open()
		const [found] = paths.search(from.node, new Set([to.node]))
		return found === undefined ? [] : paths.pathTo(found).map((node) => this.#positionOf(node))
	}

	/** Searches the `most` nearest places, by index; places off the roads always, by a straight line. */
	#drivesFrom(from: Snapped, places: ReadonlyMap<number, Snapped>, most: number): Map<number, Drive> {
		const drives = new Map<number, Drive>()
		const { node } = from
		const targets = new Map<number, number[]>()
		for (const [to, place] of places) {
			if (isSame(from, place)) drives.set(to, { seconds: 0, meters: 0 })
			else if (node === undefined || place.node === undefined) {
				drives.set(to, alongStreet(haversine(from.position, place.position) * straightFactor))
			} else targets.set(place.node, [...(targets.get(place.node) ?? []), to])
		}
		if (node === undefined) return drives
		const paths = this.#open()
		for (const found of paths.search(node, new Set(targets.keys()), most)) {
			const driven = { seconds: paths.seconds(found), meters: paths.meters(found) }
			for (const to of targets.get(found) ?? []) {
				const { seconds, meters } = sum(driven, alongStreet(from.meters + (places.get(to)?.meters ?? 0)))
				drives.set(to, { seconds: seconds * drivingFactor, meters: meters * drivingFactor })
			}
		}
		return drives
	}

	#open(): FastestPaths {
		this.#paths ??= new FastestPaths(this.#roads)
		return this.#paths
	}

	#snap(position: Position): Snapped {
		const near = this.#grid.nearest(position, snapMeters)
		if (near) return { position, node: near.point, meters: near.meters }
		const far = this.#grid.nearest(position, farMeters)
		return far ? { position, node: far.point, meters: far.meters * straightFactor } : { position, meters: 0 }
	}

	#positionOf(node: number): Position {
		return { lat: toDegrees(this.#roads.lats[node] ?? 0), lng: toDegrees(this.#roads.lngs[node] ?? 0) }
	}
}

/** Returns places with their index, the farthest from the first one first, so later searches are shorter. */
function farthestFirst(places: readonly Snapped[]): (readonly [number, Snapped])[] {
	const [first] = places
	const reach = ({ position }: Snapped) => (first ? haversine(first.position, position) : 0)
	return [...places.entries()].toSorted(([, one], [, other]) => reach(other) - reach(one))
}

/** Fills the missing pairs through intermediate places (Floyd-Warshall): an upper bound of the true time. */
function fillByWayOfOthers(drives: (Drive | undefined)[][]): void {
	for (const by of drives.keys()) {
		for (const row of drives) {
			const first = row[by]
			if (!first) continue
			for (const [to, second] of (drives[by] ?? []).entries()) {
				if (second && first.seconds + second.seconds < (row[to]?.seconds ?? Number.POSITIVE_INFINITY))
					row[to] = sum(first, second)
			}
		}
	}
}
