import type { Position } from '#server/delivery/maps/maps.ts'
import { haversine } from './geometry.ts'
import { PointGrid } from './point-grid.ts'
import { type RoadsIndex, roadTags } from './roads-index.ts'
import { shortestPaths } from './shortest-paths.ts'

/** Driving is longer than the shortest path over an undirected graph: one-ways, turns. Measured against directed roads. */
const drivingFactor = 1.06
/** Where no road is known, driving over straight line; measured median 1.26, 90th percentile 1.5. */
const straightFactor = 1.3
/** A place further from every node than this has no road in the data. */
const snapMeters = 300

/** Driving distances from one fixed point, the shop, to anywhere in the city. */
export class RoadNetwork {
	readonly #shop: Position
	readonly #grid: PointGrid
	/** Metres from the shop to each node, its own way to the road included. */
	readonly #meters: Float32Array

	/** Throws when the shop lies more than 300 m from every road. */
	constructor(roads: RoadsIndex, shop: Position) {
		this.#shop = shop
		this.#grid = new PointGrid(roads.lats, roads.lngs, nodesOffMotorways(roads))
		const start = this.#grid.nearest(shop, snapMeters)
		if (!start) {
			throw new Error(
				`SHOP_LAT and SHOP_LON (${shop.lat}, ${shop.lng}) are more than ${snapMeters} m from every road that the ` +
					'embedded maps know. Correct them, or choose another MAPS_PROVIDER.',
			)
		}
		this.#meters = shortestPaths(roads, start.point, start.meters)
	}

	/** Whole metres of driving to a position; estimated from the straight line when no road is near. */
	distanceTo(position: Position): number {
		const path = this.pathTo(position)
		return Math.round(path === undefined ? haversine(this.#shop, position) * straightFactor : path * drivingFactor)
	}

	/** Metres of the shortest path with the ways to the road at both ends, or undefined when no road is near. */
	pathTo(position: Position): number | undefined {
		const end = this.#grid.nearest(position, snapMeters)
		return end && (this.#meters[end.point] ?? 0) + end.meters
	}
}

/** An address beside a motorway is not on it: only nodes with another road count. */
function nodesOffMotorways(roads: RoadsIndex): Uint32Array {
	const reachable = new Uint8Array(roads.lats.length)
	for (let edge = 0; edge < roads.tags.length; edge++) {
		if (roads.tags[edge] === roadTags.motorway) continue
		reachable[roads.from[edge] ?? 0] = 1
		reachable[roads.to[edge] ?? 0] = 1
	}
	const nodes: number[] = []
	for (let node = 0; node < reachable.length; node++) if (reachable[node] === 1) nodes.push(node)
	return Uint32Array.from(nodes)
}
