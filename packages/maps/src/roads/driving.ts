import { yieldToEventLoop } from '#maps/format/open-indexes.ts'
import type { RoadsIndex } from '#maps/format/roads-index.ts'
import { haversine, toDegrees } from '#maps/geometry/geometry.ts'
import { PointGrid } from '#maps/geometry/point-grid.ts'
import type { Position } from '#maps/place.ts'
import { drivingFactor, nodesOffMotorways, snapMeters, straightFactor } from './distances.ts'
import { FastestPaths, streetSecondsPerMeter } from './fastest-paths.ts'

/** Whole seconds and metres of driving; rows are where it starts, columns where it ends. */
export interface DrivingMatrix {
	readonly seconds: number[][]
	readonly meters: number[][]
}

/** From each place the way to so many others, the nearest, is searched; those further away are driven to by way of these. */
const mostSearched = 16

/** A place without a road near it is driven to from the nearest one up to here, by a straight line. */
const farMeters = 3_000

interface Drive {
	readonly seconds: number
	readonly meters: number
}

/** A place as the graph has it; `node` is left out where no road is for kilometres. */
interface Snapped {
	readonly position: Position
	readonly node?: number
	/** Of driving from the place to its node. */
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

/** Driving times and ways between any places. The graph knows no one-ways, so that the way back takes as long. */
export class Driving {
	readonly #roads: RoadsIndex
	readonly #grid: PointGrid
	// What a search needs is held from the first one on: 17 MB that most processes do without.
	#paths: FastestPaths | undefined

	constructor(roads: RoadsIndex) {
		this.#roads = roads
		this.#grid = new PointGrid(roads.lats, roads.lngs, nodesOffMotorways(roads))
	}

	/** From each place to each; the process answers between its steps. */
	async matrix(positions: readonly Position[]): Promise<DrivingMatrix> {
		const places = positions.map((position) => this.#snap(position))
		const drives: (Drive | undefined)[][] = places.map(() => places.map(() => undefined))
		for (const [from, place] of farthestFirst(places)) {
			const row = drives[from] ?? []
			row[from] = { seconds: 0, meters: 0 }
			const unknown = [...places.keys()].filter((to) => !row[to])
			// The first place is where a round begins and ends: its ways are all known.
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

	/** From one place to each of some others, as `seconds[to]` and `meters[to]`. */
	from(position: Position, others: readonly Position[]): { seconds: number[]; meters: number[] } {
		const places = others.map((other) => this.#snap(other))
		const drives = this.#drivesFrom(this.#snap(position), new Map(places.entries()), places.length)
		const list = (value: (drive: Drive) => number) =>
			places.map((_, to) => Math.round(value(drives.get(to) ?? { seconds: 0, meters: 0 })))
		return { seconds: list(({ seconds }) => seconds), meters: list(({ meters }) => meters) }
	}

	/** The line that is driven over some positions in their order; straight where no road is near. */
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

	/** Drives to the `most` nearest of some places, by their index; to places off the roads always, by a straight line. */
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

/** Places with their index, the one that is farthest from the first one first: what is left is ever nearer, and soon searched. */
function farthestFirst(places: readonly Snapped[]): (readonly [number, Snapped])[] {
	const [first] = places
	const reach = ({ position }: Snapped) => (first ? haversine(first.position, position) : 0)
	return [...places.entries()].toSorted(([, one], [, other]) => reach(other) - reach(one))
}

/** Drives to what was not searched go by way of the places between (Floyd and Warshall): never shorter than the true way. */
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
