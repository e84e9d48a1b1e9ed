import { fillerWords, nicknames } from '#maps/search/fold-text.ts'
import { resolveShortened, type StreetSighting } from './collect-stops.ts'
import { coreName, type DraftStreet, nameWithWay, type Point } from './collect-streets.ts'
import { estimateNumbers } from './number-chains.ts'
import { distance } from './point-sets.ts'

/** Within one comuna a name is one street up to this length in m. */
const sameStreetMeters = 5_000
/** Points within this distance in m of a street with a matching name belong to it. */
const mergeMeters = 400
const neighbourMeters = 2_500
/**
 * Fills gaps of the address file: streets observed at bus stops and main roads get points, and long ones estimated numbers,
 * from known numbers of the same street or one per metre.
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
	const official = new Set<DraftStreet>()
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
			if (sighting.isOfficial) official.add(street)
		}
	}
	const all = [...streets]
	// Longest names first, so shorter ones match them.
	for (const street of added.sort((a, b) => b.core.length - a.core.length)) {
		const homes = byComuna.get(street.comuna) ?? []
		if (!official.has(street) && mergeIntoLonger(homes, street)) continue
		all.push(street)
		byComuna.set(street.comuna, [...homes, street])
	}
	const byCore = Map.groupBy(all, (street) => street.core)
	for (const namesakes of byCore.values()) estimateNumbers(namesakes.filter(({ way }) => way !== 'P'))
	for (const street of all) street.takesNumbers = !isPieceOfNumbered(street, byCore.get(street.core) ?? [])
	return all
}

/** A street observed under its nickname is that street. */
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

/** Returns the nearest of the streets with one name in a comuna; passages are no bus routes. */
function nearestStreet(
	homes: readonly DraftStreet[],
	points: readonly Point[],
	within = sameStreetMeters,
): DraftStreet | undefined {
	let best: DraftStreet | undefined
	let bestMeters = within
	for (const street of homes) {
		const meters = Math.min(
			...[...street.anchors, ...street.path].flatMap((at) => points.map((point) => distance(at, point))),
		)
		const reach = street.way === 'P' ? 150 : within
		if (meters < Math.min(reach, bestMeters)) {
			best = street
			bestMeters = meters
		}
	}
	return best
}

/**
 * Signs abbreviate long names: a street observed only at stops is merged into the adjacent one whose name contains all of
 * its words. Returns whether one existed.
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

/** An unnumbered stretch of a street with numbers elsewhere: a number on it would mean the other stretch. */
function isPieceOfNumbered(street: DraftStreet, namesakes: readonly DraftStreet[]): boolean {
	if (street.anchors.length > 0) return false
	return namesakes.some(
		(other) =>
			other.anchors.length > 0 &&
			other.way !== 'P' &&
			other.anchors.some((anchor) => street.path.some((point) => distance(anchor, point) < neighbourMeters)),
	)
}

/** Returns the observed points of OpenStreetMap's main roads inside the region. */
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
			return comuna ? [{ ...point, comuna, name, core: coreName(name), weight: 12, isOfficial: true }] : []
		}),
	)
}
