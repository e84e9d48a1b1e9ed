import type { Place } from '#server/delivery/maps/maps.ts'
import { haversine } from './geometry.ts'
import type { PlaceLookup } from './place-lookup.ts'
import { isEmptyAddress, placingParts } from './placing-parts.ts'
import type { Hit, PlaceSearch } from './search-places.ts'

/** Two readings of an address this near to each other are as good as one. */
const samePlaceMeters = 600
/** A reading this much better than the next one is the one that was meant. */
const clearLead = 1.2

/**
 * The place that a written address means, without anybody picking it: every word must be answered without a slip, and
 * no other place of the same name may be as likely somewhere else. Otherwise undefined: a guess would be charged.
 */
export function locateAddress(search: PlaceSearch, lookup: PlaceLookup, direccion: string): Place | undefined {
	if (isEmptyAddress(direccion)) return undefined
	// A space after the last word says that it is complete.
	const hits = search.find(`${placingParts(direccion)} `, 6).filter(({ isExact }) => isExact)
	const [best, ...others] = hits
	if (!best || !hasNumberOrCorner(best)) return undefined
	const place = lookup.placeOf(best.ref)
	if (!place) return undefined
	const rivals = others.filter(({ score, ref }) => best.score - score < clearLead && lookup.placeOf(ref))
	const isAmbiguous = rivals.some(({ ref }) => {
		const rival = lookup.placeOf(ref)
		return rival && haversine(place, rival) > samePlaceMeters
	})
	return isAmbiguous ? undefined : place
}

/** A street alone is no address; a landmark and a corner are. */
function hasNumberOrCorner({ ref }: Hit): boolean {
	return ref.kind !== 'street' || ref.number !== undefined
}
