import { haversine } from '#maps/geometry/geometry.ts'
import type { Place } from '#maps/place.ts'
import { isEmptyAddress, splitAddress } from './address-parts.ts'
import { foldText } from './fold-text.ts'
import type { PlaceLookup } from './place-lookup.ts'
import type { Hit, PlaceSearch } from './search-places.ts'

/** Two readings of an address this near to each other are as good as one. */
const samePlaceMeters = 600
/** A reading this much better than the next one is the one that was meant. */
const clearLead = 1.2
const readings = 12

/**
 * The place that a written address means, without anybody picking it: every word must be answered without a slip, and
 * no other place of the same name may be as likely somewhere else. Otherwise undefined: a guess may be kilometres off. A comuna
 * that stands behind a comma decides between namesakes, and an address that reads as a suggestion does is that suggestion.
 */
export function locateAddress(search: PlaceSearch, lookup: PlaceLookup, address: string): Place | undefined {
	if (isEmptyAddress(address)) return undefined
	const { text, rest } = splitAddress(address)
	// A space after the last word says that it is complete.
	const hits = search.find(`${text} `, readings)
	const comuna = lookup.comunaNamed(rest)
	const isThere = (hit: Hit) => comuna === undefined || hit.comuna === comuna
	const name = foldText(address.split(',')[0] ?? '')
	const verbatim = hits.filter((hit) => isThere(hit) && foldText(hit.name) === name)
	if (verbatim.length > 0) return onlyPlace(lookup, verbatim)
	const exact = hits.filter(({ isExact }) => isExact)
	const inComuna = exact.filter(isThere)
	// 'Santiago' is a comuna and what everybody calls the city.
	return onlyPlace(lookup, inComuna.length === 0 && lookup.isCityName(comuna) ? exact : inComuna)
}

/** The best of the hits, unless another is as likely and somewhere else. */
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
