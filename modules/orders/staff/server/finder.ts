import type { SQLWrapper } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { FoundParts } from '#modules/lists/shapes.ts'

/** Results shown: for more, another letter is quicker than scrolling on a phone. */
export const mostShown = 8
/** One more is read, to detect whether there are more. */
export const mostFound = mostShown + 1

/** Finds orders by a table of a module. */
export interface Finder<Typed> {
	/** SQL subquery: the ids of all the orders. */
	readonly orders: (db: Queryable, typed: Typed) => SQLWrapper
	/** The newest orders, at most `mostFound`, with what they were found by. */
	readonly find: (
		db: Queryable,
		typed: Typed,
	) => Promise<readonly (Partial<FoundParts> & { readonly nro_orden: number })[]>
}

/** The finders of modules, by what they search for. */
export interface Finders {
	/** The number of a document. */
	readonly documento?: Finder<number>
	/** `12345678-9`. */
	readonly rut?: Finder<string>
	/** Words of a company's or a buyer's name. */
	readonly razon_social?: Finder<string>
}
