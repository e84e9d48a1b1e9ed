import type { Queryable } from '#core/server/db/database.ts'

/** Something that waits for staff, with the place of the panel where it is done. */
export interface WaitingRow {
	/** Names the row. */
	readonly clave: string
	readonly texto: string
	/** What staff do about it. */
	readonly accion: string
	/** The query of the place's address. */
	readonly lugar: string
	/** The number of orders, products or documents; a row with 0 is not shown. */
	readonly cantidad: number
	/** CLP that the row is about; null: it is not about money. */
	readonly monto: number | null
	/** Since when the oldest of them waits, ISO; null: it is not about time. */
	readonly desde: string | null
}

/** Reads what waits for staff at a time, in the order of need. */
export type ReadWaiting = (db: Queryable, now: Date) => Promise<readonly WaitingRow[]>
