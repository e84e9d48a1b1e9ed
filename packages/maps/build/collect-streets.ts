import type { WayClass } from '#maps/format/places-index.ts'
import { unitDistance, unitsPerDegree } from '#maps/geometry/geometry.ts'
import { foldWords, wayWords } from '#maps/search/fold-text.ts'
import type { Spelling } from './display-names.ts'
import { readCsv, readGroups } from './read-csv.ts'

export interface Point {
	readonly lat: number
	readonly lng: number
}

export interface Anchor extends Point {
	readonly number: number
}

/** A street of one comuna during the build; positions in units of 0.00001 degrees. */
export interface DraftStreet {
	readonly comuna: string
	readonly core: string
	name: string
	way: WayClass
	weight: number
	anchors: Anchor[]
	/** Unnumbered points of the street. */
	path: Point[]
	knownFrom: number
	knownTo: number
	/** Whether the street can have house numbers. */
	takesNumbers: boolean
}

/** Key of a street's name: folded, without Avenida, Calle, Pasaje. */
export function coreName(name: string): string {
	const words = foldWords(name)
	const core = words.filter((word, index) => index > 0 || !wayWords.has(word))
	return core.length > 0 ? core.join(' ') : words.join(' ')
}

export function toUnits(degrees: number): number {
	return Math.round(degrees * unitsPerDegree)
}

/** Reads the streets with house numbers; pieces of one street in one comuna are merged. */
export function collectStreets(path: string, spelling: Spelling): DraftStreet[] {
	const byName = new Map<string, DraftStreet[]>()
	for (const row of readCsv(path)) {
		const draft = draftOf(row, spelling)
		if (!draft) continue
		const key = `${draft.comuna}|${draft.core}`
		const known = byName.get(key) ?? []
		const home = known.find((street) => continues(street, draft))
		if (home) join(home, draft)
		else known.push(draft)
		byName.set(key, known)
	}
	return [...byName.values()].flat().flatMap(splitJumps)
}

/**
 * Splits a street where its numbers jump much further than its houses: a wrong number, or another numbering. Parts of one or
 * two houses are dropped, unless no other exists.
 */
function splitJumps(street: DraftStreet): DraftStreet[] {
	const parts: Anchor[][] = []
	for (const anchor of street.anchors) {
		const part = parts.at(-1)
		const last = part?.at(-1)
		const apart = last ? unitDistance(last.lat, last.lng, anchor.lat, anchor.lng) : 0
		if (part && last && anchor.number - last.number <= 4 * apart + 900) part.push(anchor)
		else parts.push([anchor])
	}
	const remaining = parts.length > 1 ? parts.filter((part) => part.length > 2) : parts
	return (remaining.length > 0 ? remaining : parts.slice(0, 1)).map((anchors) => ({
		...street,
		path: [],
		anchors,
		weight: Math.max(1, Math.round((street.weight * anchors.length) / street.anchors.length)),
		knownFrom: anchors[0]?.number ?? 0,
		knownTo: anchors.at(-1)?.number ?? 0,
	}))
}

function draftOf(row: Record<string, string>, spelling: Spelling): DraftStreet | undefined {
	const { comuna = '', class: kind = 'C', name: source = '', addresses = '1' } = row
	if (/^sin nombre|^s\/n$/i.test(source)) return undefined
	const way: WayClass = kind === 'A' || kind === 'P' ? kind : 'C'
	const anchors = readGroups(row.anchors ?? '')
		.map(([number = 0, lat = 0, lng = 0]) => ({ number, lat: toUnits(lat), lng: toUnits(lng) }))
		.filter(({ number }) => number > 0 && number < 65_536)
		.sort((a, b) => a.number - b.number)
	const first = anchors[0]
	const last = anchors.at(-1)
	if (!first || !last) return undefined
	return {
		comuna,
		core: coreName(source),
		name: nameWithWay(spelling.spell(source), way),
		way,
		weight: Number(addresses),
		anchors,
		path: [],
		knownFrom: first.number,
		knownTo: last.number,
		takesNumbers: true,
	}
}

/** `Irarrázaval` of class A is displayed as `Avenida Irarrázaval`; names with their class are unchanged. */
export function nameWithWay(name: string, way: WayClass): string {
	if (/^(Avenida|Pasaje|Calle|Camino|Autopista|Diagonal|Costanera|Alameda|Paseo|Plaza|Gran Avenida)\b/.test(name))
		return name
	if (way === 'A') return `Avenida ${name}`
	return way === 'P' ? `Pasaje ${name}` : name
}

/**
 * Two rows of one name are one street when the numbers between them match the distance: about one per metre. Passages repeat
 * names in every estate, so most remain separate.
 */
function continues(street: DraftStreet, other: DraftStreet): boolean {
	let best = Number.POSITIVE_INFINITY
	for (const a of street.anchors) {
		for (const b of other.anchors) {
			const apart = unitDistance(a.lat, a.lng, b.lat, b.lng)
			best = Math.min(best, apart - 1.6 * Math.abs(a.number - b.number))
		}
	}
	return best < (street.way === 'P' && other.way === 'P' ? 60 : 200) && numbersAgree(street, other)
}

/** In overlapping ranges the same number must not be in two distant places. */
function numbersAgree(street: DraftStreet, other: DraftStreet): boolean {
	return other.anchors.every((anchor) => {
		const near = street.anchors.reduce((best, candidate) =>
			Math.abs(candidate.number - anchor.number) < Math.abs(best.number - anchor.number) ? candidate : best,
		)
		const apart = unitDistance(near.lat, near.lng, anchor.lat, anchor.lng)
		return apart <= 1.6 * Math.abs(near.number - anchor.number) + 300
	})
}

function join(home: DraftStreet, other: DraftStreet): void {
	if (other.weight > home.weight) {
		home.name = other.name
		home.way = other.way
	}
	home.weight += other.weight
	home.anchors = [...home.anchors, ...other.anchors].sort((a, b) => a.number - b.number)
	home.knownFrom = Math.min(home.knownFrom, other.knownFrom)
	home.knownTo = Math.max(home.knownTo, other.knownTo)
}
