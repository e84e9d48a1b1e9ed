import { nearestOnSegment } from '#maps/geometry/geometry.ts'
import { type DraftStreet, type Point, toUnits } from './collect-streets.ts'
import { distance, farthest, nearest, thin } from './point-sets.ts'

/** Origin of the city's numbering: Plaza Baquedano. */
const numberOrigin: Point = { lat: toUnits(-33.43722), lng: toUnits(-70.63341) }
/** The axis Providencia - Apoquindo, the origin of numbers on crossing streets. */
const axis = [
	[-33.43722, -70.63341],
	[-33.4298, -70.62148],
	[-33.42131, -70.609],
	[-33.41821, -70.6015],
	[-33.41397, -70.58371],
	[-33.40865, -70.568],
].map(([lat = 0, lng = 0]) => ({ lat: toUnits(lat), lng: toUnits(lng) }))
const axisSegments = axis.slice(1).map((to, at) => [axis[at] ?? to, to] as const)
/** Area missing in the address file. */
const gapComunas: ReadonlySet<string> = new Set(['Providencia', 'Las Condes', 'Vitacura'])
const jumpMeters = 1_600
/** Maximum distance in m of known numbers used for an estimate. */
const reachMeters = 2_500

/**
 * Turns unnumbered points into numbered anchors outside the reach of known ones. All streets of one name are processed
 * together, because avenues continue their numbers across comunas.
 */
export function estimateNumbers(namesakes: readonly DraftStreet[]): void {
	const unnumbered = namesakes.flatMap((street) =>
		thin(street.path.filter((point) => street.anchors.every((anchor) => distance(anchor, point) > 150))).map(
			(point) => ({
				...point,
				street,
			}),
		),
	)
	for (const street of namesakes) street.path = street.anchors.length > 0 ? [] : thin(street.path)
	const known = thin(
		namesakes.flatMap((street) =>
			street.anchors.filter((anchor) => unnumbered.some((point) => distance(anchor, point) < reachMeters)),
		),
	)
	let rest: readonly LoosePoint[] = [...unnumbered, ...known]
	while (rest.length > 0) {
		const { chain, left } = chainOf(rest)
		rest = left
		numberChain(chain)
	}
}

/** Adds the points of one chain to their streets as anchors. */
function numberChain(chain: readonly ChainPoint[]): void {
	const isKnown = chain.filter(({ number }) => number !== undefined).length > 1
	const isGap = chain.some(({ street }) => street && gapComunas.has(street.comuna))
	const numbers = isKnown ? countFromKnown(chain) : isGap ? countFromOrigin(chain) : []
	if (numbers.length < 3) return
	const extended = new Set<DraftStreet>()
	for (const [at, { street, lat, lng }] of chain.entries()) {
		const number = Math.max(1, Math.round(numbers[at] ?? 0))
		if (!street || (numbers[at] ?? 0) < -400 || number >= 65_536) continue
		if (street.knownTo > 0 && number > street.knownFrom - 40 && number < street.knownTo + 40) continue
		street.anchors.push({ lat, lng, number })
		extended.add(street)
	}
	for (const street of extended) {
		street.anchors.sort((a, b) => a.number - b.number)
		street.path = []
	}
}

type LoosePoint = Point & { readonly number?: number; readonly street?: DraftStreet }

interface ChainPoint extends Point {
	readonly number: number | undefined
	/** Street of the point, when it needs a number. */
	readonly street: DraftStreet | undefined
	/** Metres from the start of the chain. */
	readonly along: number
}

/** Sorts loose points into a line: from the end nearest to the origin, always to the nearest. */
function chainOf(rest: readonly LoosePoint[]): { chain: ChainPoint[]; left: LoosePoint[] } {
	const some = rest[0]
	if (!some) return { chain: [], left: [] }
	const cluster = clusterAround(rest, some)
	const oneEnd = farthest(cluster, some)
	const otherEnd = farthest(cluster, oneEnd)
	const start = distance(oneEnd, numberOrigin) <= distance(otherEnd, numberOrigin) ? oneEnd : otherEnd
	const remaining = new Set(cluster)
	remaining.delete(start)
	let last = link(start, 0)
	const chain = [last]
	while (remaining.size > 0) {
		const next = nearest([...remaining], last)
		if (!next) break
		remaining.delete(next)
		const step = distance(next, last)
		// A step back is the other carriageway, at the same distance.
		const isBack = distance(next, start) < distance(last, start) - 30
		const here = link(next, isBack ? alongOf(chain, next) : last.along + step)
		chain.push(here)
		if (!isBack) last = here
	}
	const taken = new Set(cluster)
	return { chain: chain.sort((a, b) => a.along - b.along), left: rest.filter((point) => !taken.has(point)) }
}

function link({ lat, lng, number, street }: LoosePoint, along: number): ChainPoint {
	return { lat, lng, number, street, along }
}

/** Returns the distance along the chain of a point beside it. */
function alongOf(chain: readonly ChainPoint[], point: Point): number {
	return nearest(chain, point)?.along ?? 0
}

/** Returns the points connected to one without a gap. */
function clusterAround(points: readonly LoosePoint[], some: LoosePoint): LoosePoint[] {
	const cluster = [some]
	const remaining = new Set(points)
	remaining.delete(some)
	for (const point of cluster) {
		for (const other of remaining) {
			if (distance(point, other) > jumpMeters) continue
			remaining.delete(other)
			cluster.push(other)
		}
	}
	return cluster
}

/** Returns numbers along a chain with known ones: interpolated between two, about one per metre beyond. */
function countFromKnown(chain: readonly ChainPoint[]): number[] {
	const known = chain.flatMap((point) =>
		point.number === undefined ? [] : [{ along: point.along, number: point.number }],
	)
	const [first, last] = [known[0], known.at(-1)]
	if (!first || !last || known.length < 2) return []
	const trend = (last.number - first.number) / Math.max(1, last.along - first.along)
	const perMeter = Math.sign(trend) * Math.min(1.1, Math.max(0.9, Math.abs(trend)))
	return chain.map(({ along }) => {
		const after = known.find((point) => point.along >= along)
		const before = known.findLast((point) => point.along <= along)
		if (!after) return last.number + perMeter * (along - last.along)
		if (!before) return first.number - perMeter * (first.along - along)
		const share = after.along === before.along ? 0 : (along - before.along) / (after.along - before.along)
		return before.number + (after.number - before.number) * share
	})
}

/**
 * Returns numbers for a street of the eastern comunas without known ones. Streets leading away from Plaza Baquedano have 0.8
 * per metre (Metro Manuel Montt, 1.6 km away, is at 1300); crossing ones start at the axis.
 */
function countFromOrigin(chain: readonly ChainPoint[]): number[] {
	const start = chain[0]
	const end = chain.at(-1)
	if (!start || !end) return []
	const gained = distance(end, numberOrigin) - distance(start, numberOrigin)
	const isRadial = gained > 0.6 * distance(start, end)
	if (isRadial) return chain.map((point) => 0.8 * distance(point, numberOrigin))
	return chain.map((point) => Math.min(...axisSegments.map(([a, b]) => segmentMeters(point, a, b))))
}

function segmentMeters(point: Point, a: Point, b: Point): number {
	return nearestOnSegment(point, a, b).meters
}
