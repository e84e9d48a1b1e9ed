import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { haversine } from '#maps/geometry/geometry.ts'
import { PointGrid } from '#maps/geometry/point-grid.ts'
import type { Position } from '#maps/place.ts'
import { shortestPaths } from './shortest-paths.ts'

/** Driving is longer than the shortest path over an undirected graph: one-ways, turns. Measured against directed roads. */
export const drivingFactor = 1.06
/** Where no road is known, driving over straight line; measured median 1.26, 90th percentile 1.5. */
export const straightFactor = 1.3
/** A place further from every node than this has no road in the data. */
export const snapMeters = 300

/**
 * The table of driving distances from one origin: whole metres to any position, estimated from the straight line when no road is
 * near it. Undefined when the origin itself lies more than 300 m from every road.
 */
export function distancesFrom(roads: RoadsIndex, origin: Position): ((to: Position) => number) | undefined {
	const grid = new PointGrid(roads.lats, roads.lngs, nodesOffMotorways(roads))
	const start = grid.nearest(origin, snapMeters)
	if (!start) return undefined
	const meters = shortestPaths(roads, start.point, start.meters)
	return (to) => {
		const end = grid.nearest(to, snapMeters)
		if (!end) return Math.round(haversine(origin, to) * straightFactor)
		return Math.round(((meters[end.point] ?? 0) + end.meters) * drivingFactor)
	}
}

/** An address beside a motorway is not on it: only nodes with another road count. */
export function nodesOffMotorways(roads: RoadsIndex): Uint32Array {
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
