import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { haversine } from '#maps/geometry/geometry.ts'
import { PointGrid } from '#maps/geometry/point-grid.ts'
import type { Position } from '#maps/place.ts'
import { shortestPaths } from './shortest-paths.ts'

/** Driving is longer than the shortest undirected path (one-ways, turns); factor measured against directed roads. */
export const drivingFactor = 1.06
/** Driving over straight line without a known road; measured median 1.26, 90th percentile 1.5. */
export const straightFactor = 1.3
/** Maximum distance in m from a place to a node. */
export const snapMeters = 300

/**
 * Driving distances from one origin: whole m to any position, estimated from the straight line without a nearby road.
 * Undefined when the origin has no road within 300 m.
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

/** An address beside a motorway has no access to it: only nodes with another road count. */
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
