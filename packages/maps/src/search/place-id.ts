/**
 * Ids name an index entry, never a position, so a client cannot supply its own point. They derive from names, so they are
 * stable across editions.
 */
export type PlaceRef =
	| { readonly kind: 'street'; readonly key: string; readonly number: number | undefined }
	| { readonly kind: 'corner'; readonly key: string; readonly crossing: string }
	| { readonly kind: 'landmark'; readonly key: string }

/** Returns the id of an entry: `c-` a street or house, `e-` a corner, `l-` a landmark. */
export function writePlaceId(ref: PlaceRef): string {
	if (ref.kind === 'corner') return `e-${ref.key}-${ref.crossing}`
	if (ref.kind === 'landmark') return `l-${ref.key}`
	return ref.number === undefined ? `c-${ref.key}` : `c-${ref.key}-${ref.number}`
}

/** Parses an id; undefined when malformed. The index decides whether its entry exists. */
export function readPlaceId(id: string): PlaceRef | undefined {
	const street = /^c-([0-9a-z]{1,7})(?:-(\d{1,5}))?$/.exec(id)
	if (street?.[1]) {
		return { kind: 'street', key: street[1], number: street[2] === undefined ? undefined : Number(street[2]) }
	}
	const corner = /^e-([0-9a-z]{1,7})-([0-9a-z]{1,7})$/.exec(id)
	if (corner?.[1] && corner[2]) return { kind: 'corner', key: corner[1], crossing: corner[2] }
	const landmark = /^l-([0-9a-z]{1,7})$/.exec(id)
	return landmark?.[1] ? { kind: 'landmark', key: landmark[1] } : undefined
}

/** Returns a short stable key of a text (32-bit FNV-1a in base 36). The index builder rejects collisions. */
export function keyOf(text: string): string {
	let hash = 0x811c9dc5
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
	return (hash >>> 0).toString(36)
}
