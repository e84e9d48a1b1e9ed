import { unitDistance } from '#maps/geometry/geometry.ts'
import type { Point } from './collect-streets.ts'

const thinMeters = 90

/** Returns the points without those within 90 m of an earlier one. */
export function thin<T extends Point>(points: readonly T[]): T[] {
	const remaining: T[] = []
	for (const point of points) if (remaining.every((other) => distance(other, point) > thinMeters)) remaining.push(point)
	return remaining
}

export function distance(a: Point, b: Point): number {
	return unitDistance(a.lat, a.lng, b.lat, b.lng)
}

export function nearest<T extends Point>(points: readonly T[], to: Point): T | undefined {
	let best: T | undefined
	for (const point of points) if (!best || distance(point, to) < distance(best, to)) best = point
	return best
}

export function farthest<T extends Point>(points: readonly T[], from: T): T {
	return points.reduce((best, point) => (distance(point, from) > distance(best, from) ? point : best), from)
}
