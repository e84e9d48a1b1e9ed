import type { Queryable } from '#core/server/db/database.ts'
import { readWaiting } from '#modules/back-in-stock/server/person-notices.ts'
import type { StockParts } from '#modules/lists/shapes.ts'

/** The readers of what modules add to the panel's stock, each for all colours at once. */
export const stockReaders: {
	readonly [Field in keyof StockParts]: (db: Queryable) => Promise<(color: string) => StockParts[Field]>
} = { esperan: readWaiting }
