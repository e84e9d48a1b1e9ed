import { fillerWords, nicknames } from '#server/delivery/maps/embedded/fold-text.ts'
import { nearestOnSegment, unitDistance } from '#server/delivery/maps/embedded/geometry.ts'
import { resolveShortened, type StreetSighting } from './collect-stops.ts'
import { type Anchor, coreName, type DraftStreet, nameWithWay, type Point, toUnits } from './collect-streets.ts'

/** Where the city counts its numbers from: Plaza Baquedano. */
const numberOrigin: Point = { lat: toUnits(-33.43722), lng: toUnits(-70.63341) }
/** The great axis Providencia - Apoquindo, from which the streets across it count. */
const axis = [
	[-33.43722, -70.63341],
	[-33.4298, -70.62148],
	[-33.42131, -70.609],
	[-33.41821, -70.6015],
	[-33.41397, -70.58371],
	[-33.40865, -70.568],
].map(([lat = 0, lng = 0]) => ({ lat: toUnits(lat), lng: toUnits(lng) }))
const axisSegments = axis.slice(1).map((to, at) => [axis[at] ?? to, to] as const)
/** Where the address file has its hole. */
const gapComunas: ReadonlySet<string> = new Set(['Providencia', 'Las Condes', 'Vitacura'])
/** Points this near to a street of a fitting name are taken for its own. */
const mergeMeters = 400
const neighbourMeters = 2_500
const thinMeters = 90
const jumpMeters = 1_600

/**
 * Fills the gaps that the address file leaves: streets seen at bus stops and main roads get points, and, where they
 * are long enough, numbers estimated from the known numbers along the same street, or one a metre from its beginning.
 */
export function extendStreets(
	streets: DraftStreet[],
	sightings: readonly StreetSighting[],
	known: ReadonlyMap<string, ReadonlySet<string>>,
): DraftStreet[] {
	const byComuna = Map.groupBy(
		streets.filter(({ way }) => way !== 'P'),
		(street) => street.comuna,
	)
	const byName = Map.groupBy(streets, (street) => `${street.comuna}|${street.core}`)
	const avenues = new Set(streets.filter(({ way, weight }) => way === 'A' && weight > 20).map(({ core }) => core))
	const added: DraftStreet[] = []
	for (const sighting of sightings.map(byRealName)) {
		const core =
			resolveShortened(sighting.core, known.get(sighting.comuna) ?? new Set()) ??
			resolveShortened(sighting.core, avenues)
		if (core === undefined && sighting.core.split(' ').some((word) => /^[a-z]{1,2}$/.test(word) && !keep.has(word)))
			continue
		const key = `${sighting.comuna}|${core ?? sighting.core}`
		const homes = byName.get(key) ?? []
		const home = nearestStreet(homes, [sighting])
		if (home) {
			home.path.push({ lat: sighting.lat, lng: sighting.lng })
			home.weight += sighting.weight
		} else {
			const street = streetFrom(sighting, core ?? sighting.core)
			byName.set(key, [...homes, street])
			added.push(street)
		}
	}
	const all = [...streets, ...added.filter((street) => !mergeIntoLonger(byComuna.get(street.comuna) ?? [], street))]
	const byCore = Map.groupBy(all, (street) => street.core)
	for (const street of all) estimateNumbers(street, byCore.get(street.core) ?? [])
	for (const street of all) street.takesNumbers = !isPieceOfNumbered(street, byCore.get(street.core) ?? [])
	return all
}

/** A sighting under the nickname of a street is one of the street. */
function byRealName(sighting: StreetSighting): StreetSighting {
	const core = nicknames[sighting.core]
	return core === undefined ? sighting : { ...sighting, core }
}

const keep = new Set(['de', 'la', 'el', 'lo', 'y', 'e', 'a', 'o'])

function streetFrom(sighting: StreetSighting, core: string): DraftStreet {
	const way = sighting.name.startsWith('Avenida ') ? 'A' : 'C'
	return {
		comuna: sighting.comuna,
		core,
		name: nameWithWay(sighting.name, way),
		way,
		weight: sighting.weight,
		anchors: [],
		path: [{ lat: sighting.lat, lng: sighting.lng }],
		knownFrom: 0,
		knownTo: 0,
		takesNumbers: true,
	}
}

/** Of streets with one name in one commune, the nearest within reach; passages are no bus routes. */
function nearestStreet(
	homes: readonly DraftStreet[],
	points: readonly Point[],
	within = 3_000,
): DraftStreet | undefined {
	let best: DraftStreet | undefined
	let bestMeters = within
	for (const street of homes) {
		const meters = Math.min(
			...[...street.anchors, ...street.path].flatMap((at) => points.map((point) => distance(at, point))),
		)
		const reach = street.way === 'P' ? 150 : 3_000
		if (meters < Math.min(reach, bestMeters)) {
			best = street
			bestMeters = meters
		}
	}
	return best
}

/**
 * People and signs shorten long names: a street seen only at stops is part of the one beside it whose name holds all
 * of its words. Tells whether there was one.
 */
function mergeIntoLonger(streets: readonly DraftStreet[], piece: DraftStreet): boolean {
	const words = piece.core.split(' ').filter((word) => !fillerWords.has(word))
	if (words.join('').length < 5) return false
	const homes = streets.filter((street) => {
		const longer = street.core.split(' ')
		return longer.length >= words.length && words.every((word) => longer.includes(word))
	})
	const home = nearestStreet(homes, piece.path, mergeMeters)
	if (!home) return false
	home.path.push(...piece.path)
	home.weight += piece.weight
	return true
}

/** A stretch without numbers, of a street that has them next door: a number on it would mean the other stretch. */
function isPieceOfNumbered(street: DraftStreet, namesakes: readonly DraftStreet[]): boolean {
	if (street.anchors.length > 0) return false
	return namesakes.some(
		(other) =>
			other.anchors.length > 0 &&
			other.way !== 'P' &&
			other.anchors.some((anchor) => street.path.some((point) => distance(anchor, point) < neighbourMeters)),
	)
}

/** Turns the points of a street into numbered anchors where its own anchors do not reach. */
function estimateNumbers(street: DraftStreet, namesakes: readonly DraftStreet[]): void {
	if (street.path.length === 0) return
	const lonely = street.path.filter((point) => street.anchors.every((anchor) => distance(anchor, point) > 150))
	const chain = chainOf(lonely)
	street.path = street.anchors.length > 0 ? [] : thin(street.path)
	if (chain.length < 3 && !(chain.length > 0 && street.anchors.length > 0)) return
	const known = namesakes.flatMap((other) =>
		other.anchors.filter((anchor) => anchor.number >= other.knownFrom && anchor.number <= other.knownTo),
	)
	const scale = scaleFor(chain, known)
	const isGap = street.anchors.length === 0 && gapComunas.has(street.comuna)
	const fitted = scale && chain.map((point) => scale.number + scale.perMeter * point.along)
	const believable = fitted?.filter((number) => number > -150).length ?? 0
	const trusted = believable * 2 > chain.length ? fitted : isGap ? countFromOrigin(chain) : undefined
	if (!trusted) return
	const estimated = chain
		.map(({ lat, lng }, at) => ({ lat, lng, number: Math.round(trusted[at] ?? 0) }))
		.filter(({ number }) => number > -400 && number < 65_536)
		.map((anchor) => ({ ...anchor, number: Math.max(1, anchor.number) }))
		.filter(({ number }) => street.knownTo === 0 || number < street.knownFrom - 40 || number > street.knownTo + 40)
	street.anchors = [...street.anchors, ...estimated].sort((a, b) => a.number - b.number)
	if (street.anchors.length > 0) street.path = []
}

interface ChainPoint extends Point {
	/** Metres from the beginning of the chain. */
	readonly along: number
}

/** Orders loose points into a line: from the end nearest to the origin always on to the nearest. */
function chainOf(points: readonly Point[]): ChainPoint[] {
	const rest = thin(points)
	const some = rest[0]
	if (!some) return []
	const oneEnd = farthest(rest, some)
	const otherEnd = farthest(rest, oneEnd)
	const start = distance(oneEnd, numberOrigin) <= distance(otherEnd, numberOrigin) ? oneEnd : otherEnd
	const chain: ChainPoint[] = [{ ...start, along: 0 }]
	const waiting = new Set(rest.filter((point) => point !== start))
	let last: ChainPoint = { ...start, along: 0 }
	while (waiting.size > 0) {
		const next = nearest([...waiting], last)
		const step = next ? distance(next, last) : Number.POSITIVE_INFINITY
		if (!next || step > jumpMeters) break
		waiting.delete(next)
		// A step back is the other carriageway, which is the same place.
		if (distance(next, start) < distance(last, start) - 30) continue
		last = { lat: next.lat, lng: next.lng, along: last.along + step }
		chain.push(last)
	}
	return chain
}

/** A straight line of numbers over metres through the known numbers near the chain, if they agree on a direction. */
function scaleFor(chain: readonly ChainPoint[], known: readonly Anchor[]) {
	const start = chain[0]
	const end = chain.at(-1)
	if (!start || !end) return undefined
	const samples = known.flatMap((anchor) => {
		const beside = nearest(chain, anchor)
		if (!beside) return []
		const away = distance(beside, anchor)
		if (away > 2_500) return []
		if (beside === end && end !== start) return [{ along: end.along + away, number: anchor.number, away }]
		if (beside === start) return [{ along: -away, number: anchor.number, away }]
		return away < 250 ? [{ along: beside.along, number: anchor.number, away }] : []
	})
	const closest = samples.sort((a, b) => a.away - b.away).slice(0, 40)
	if (closest.length < 2) return undefined
	const meanAlong = mean(closest.map(({ along }) => along))
	const meanNumber = mean(closest.map(({ number }) => number))
	const spread = mean(closest.map(({ along }) => (along - meanAlong) ** 2))
	const joint = mean(closest.map(({ along, number }) => (along - meanAlong) * (number - meanNumber)))
	const slope = spread === 0 ? 0 : joint / spread
	const perMeter = Math.sign(slope) * Math.min(1.3, Math.max(0.7, Math.abs(slope)))
	return perMeter === 0 ? undefined : { perMeter, number: meanNumber - perMeter * meanAlong }
}

/**
 * Numbers for a street of the eastern communes of which none is known. Streets that lead away from Plaza Baquedano
 * count 0.8 a metre from there (Metro Manuel Montt, 1.6 km away, is at 1300); those across count from the great axis.
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
	return nearestOnSegment(point.lat, point.lng, a.lat, a.lng, b.lat, b.lng).meters
}

function thin(points: readonly Point[]): Point[] {
	const kept: Point[] = []
	for (const point of points) if (kept.every((other) => distance(other, point) > thinMeters)) kept.push(point)
	return kept
}

function distance(a: Point, b: Point): number {
	return unitDistance(a.lat, a.lng, b.lat, b.lng)
}

function nearest<T extends Point>(points: readonly T[], to: Point): T | undefined {
	let best: T | undefined
	for (const point of points) if (!best || distance(point, to) < distance(best, to)) best = point
	return best
}

function farthest(points: readonly Point[], from: Point): Point {
	return points.reduce((best, point) => (distance(point, from) > distance(best, from) ? point : best), from)
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The sightings of the main roads of OpenStreetMap, one for each of their points inside the region. */
export function sightMainStreets(
	rows: readonly { name: string; points: readonly Point[] }[],
	comunaOf: (point: Point) => string | undefined,
): StreetSighting[] {
	const addressed = rows.filter(
		({ name }) => !/^(Retorno|Acceso|Salida|Enlace|T[uú]nel|Puente|Autopista|Nudo|Paso|Conexi)/.test(name),
	)
	return addressed.flatMap(({ name, points }) =>
		points.flatMap((point) => {
			const comuna = comunaOf(point)
			return comuna ? [{ ...point, comuna, name, core: coreName(name), weight: 12 }] : []
		}),
	)
}
