import { haversine } from '#maps/geometry/geometry.ts'
import type { Place } from '#maps/place.ts'
import { isEmptyAddress, splitAddress } from './address-parts.ts'
import { foldText } from './fold-text.ts'
import type { PlaceLookup } from './place-lookup.ts'
import type { Hit, PlaceSearch } from './search-places.ts'

/** Maximum distance in m of equivalent matches. */
const samePlaceMeters = 600
/** Minimum score ratio of an unambiguous match. */
const clearLead = 1.2
const readings = 12

/**
 * Returns the place of a written address without a choice by the user: every word must match exactly, without an equally
 * likely namesake elsewhere. Otherwise undefined, because a guess may be kilometres off. A comuna after a comma decides
 * between namesakes; the exact text of a suggestion is that suggestion.
 */
export function locateAddress(search: PlaceSearch, lookup: PlaceLookup, address: string): Place | undefined {
	if (isEmptyAddress(address)) return undefined
	const { text, rest } = splitAddress(address)
	// A trailing space marks the last word as complete.
	const hits = search.find(`${text} `, readings)
	const comuna = lookup.comunaNamed(rest)
	const isThere = (hit: Hit) => comuna === undefined || hit.comuna === comuna
	const name = foldText(address.split(',')[0] ?? '')
	const verbatim = hits.filter((hit) => isThere(hit) && foldText(hit.name) === name)
	if (verbatim.length > 0) return onlyPlace(lookup, verbatim)
	const exact = hits.filter(({ isExact }) => isExact)
	const inComuna = exact.filter(isThere)
	// 'Santiago' is a comuna and the common name of the city.
	return onlyPlace(lookup, inComuna.length === 0 && lookup.isCityName(comuna) ? exact : inComuna)
}

/** Returns the best hit, unless another is as likely and elsewhere. */
function onlyPlace(lookup: PlaceLookup, [best, ...others]: readonly Hit[]): Place | undefined {
	const place = best && hasNumberOrCorner(best) ? lookup.placeOf(best.ref) : undefined
	if (!best || !place) return undefined
	const isAmbiguous = others.some(({ score, ref }) => {
		const rival = best.score - score < clearLead ? lookup.placeOf(ref) : undefined
		return rival !== undefined && haversine(place, rival) > samePlaceMeters
	})
	return isAmbiguous ? undefined : place
}

/** A street alone is no address; a landmark and a corner are. */
function hasNumberOrCorner({ ref }: Hit): boolean {
	return ref.kind !== 'street' || ref.number !== undefined
}
