import type { Comuna } from '#maps/format/places-index.ts'
import { unitDistance } from '#maps/geometry/geometry.ts'
import { foldText, foldWords, wayWords } from '#maps/search/fold-text.ts'
import { comunaAt } from './collect-comunas.ts'
import { coreName, type Point, toUnits } from './collect-streets.ts'
import type { Spelling } from './display-names.ts'
import { readCsv } from './read-csv.ts'

/** A street observed at a bus stop: the stop is on it, or at the corner with it. */
export interface StreetSighting extends Point {
	readonly comuna: string
	readonly name: string
	readonly core: string
	/** Weight added to its street. */
	readonly weight: number
	/** Full name as on maps; stop signs abbreviate names. */
	readonly isOfficial: boolean
}

export interface DraftLandmark extends Point {
	readonly comuna: string
	readonly name: string
	readonly lines: string
}

/** Splits bus stops into observed streets (`X / Esq. Y`) and landmarks (`Parada 2 / Hospital Militar`). */
export function collectStops(path: string, comunas: readonly Comuna[], spelling: Spelling) {
	const sightings: StreetSighting[] = []
	const landmarks: DraftLandmark[] = []
	for (const { name = '', lat, lon } of readCsv(path)) {
		const point = { lat: toUnits(Number(lat)), lng: toUnits(Number(lon)) }
		const comuna = comunaAt(comunas, point)
		const [first = '', second = ''] = name.split(' / ').map((part) => part.trim())
		if (!comuna || second === '' || second.startsWith('(M)')) continue
		if (second.startsWith('Esq.')) {
			for (const part of [first, second.slice(4)]) {
				const spelled = spelling.spell(writeOut(part))
				const core = coreName(spelled)
				if (core !== '') sightings.push({ ...point, comuna, name: spelled, core, weight: 6, isOfficial: false })
			}
		} else if (first.startsWith('Parada') && !/ - |Altura/.test(second)) {
			landmarks.push({ ...point, comuna, name: restoreComunas(spelling.spell(writeOut(second)), comunas), lines: '' })
		}
	}
	return { sightings, landmarks: mergeLandmarks(landmarks) }
}

export function collectStations(path: string, comunas: readonly Comuna[]): DraftLandmark[] {
	return readCsv(path).flatMap(({ name = '', lines = '', lat, lon }) => {
		const point = { lat: toUnits(Number(lat)), lng: toUnits(Number(lon)) }
		const comuna = comunaAt(comunas, point)
		return comuna ? [{ ...point, comuna, name: `Metro ${name}`, lines: lines.split(';').join(' y ') }] : []
	})
}

/**
 * Returns the one known name of an abbreviation (`A. Vespucio`, `H. de Iquique`), or undefined. Each word is a prefix of its
 * counterpart.
 */
export function resolveShortened(core: string, known: ReadonlySet<string>): string | undefined {
	if (known.has(core)) return core
	const words = core.split(' ')
	if (!words.some((word) => word.length <= 2)) return undefined
	const matches = [...known].filter((candidate) => {
		const full = candidate.split(' ')
		return full.length === words.length && full.every((word, at) => matchesShortened(words[at] ?? '', word))
	})
	const [longest, ...others] = matches.sort((a, b) => b.length - a.length)
	return longest !== undefined && others.every((other) => isWithin(other, longest)) ? longest : undefined
}

/** Returns whether a name is the other with letters missing, as in names without their accented letters. */
function isWithin(gapped: string, full: string): boolean {
	let at = 0
	for (const letter of full) if (letter === gapped[at]) at++
	return at === gapped.length
}

function matchesShortened(short: string, full: string): boolean {
	return short === full || (short.length <= 2 && full.startsWith(short))
}

/** Expands abbreviations with a point and splits `Muni.Providencia` at the point. */
function writeOut(name: string): string {
	const parts = name.replaceAll('.', '. ').split(/\s+/).filter(Boolean)
	return parts
		.map((part, at) => {
			const folded = foldText(part)
			const full = foldWords(part)[0] ?? part
			if (folded === 'muni') return /^de$/i.test(parts[at + 1] ?? '') ? 'Municipalidad' : 'Municipalidad de'
			return full !== folded && (part.endsWith('.') || wayWords.has(full))
				? capital(full)
				: part.replace(/(..)\.$/, '$1')
		})
		.join(' ')
}

/** `Municipalidad de las Condes` is the comuna Las Condes. */
function restoreComunas(name: string, comunas: readonly Comuna[]): string {
	return comunas.reduce((text, comuna) => text.replace(new RegExp(`\\b${comuna.name}\\b`, 'gi'), comuna.name), name)
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Merges the stops of one landmark within 700 m into their midpoint. */
function mergeLandmarks(landmarks: readonly DraftLandmark[]): DraftLandmark[] {
	const groups: DraftLandmark[][] = []
	const byName = new Map<string, DraftLandmark[][]>()
	for (const landmark of landmarks) {
		const key = foldText(landmark.name)
		const known = byName.get(key) ?? []
		const home = known.find(([first]) => first && unitDistance(first.lat, first.lng, landmark.lat, landmark.lng) < 700)
		if (home) home.push(landmark)
		else {
			const group = [landmark]
			known.push(group)
			groups.push(group)
		}
		byName.set(key, known)
	}
	return groups.flatMap((group) => {
		const [first] = group
		if (!first) return []
		const mean = (pick: (one: DraftLandmark) => number) =>
			Math.round(group.reduce((sum, one) => sum + pick(one), 0) / group.length)
		return [{ ...first, lat: mean((one) => one.lat), lng: mean((one) => one.lng) }]
	})
}
