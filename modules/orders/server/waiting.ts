import { count, min, type SQL, sum } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Something that waits for staff, with the place of the panel where it is done. */
export interface WaitingRow {
	/** Names the row. */
	readonly clave: string
	readonly texto: string
	/** What staff do about it. */
	readonly accion: string
	/** The query of the place's address; null: it is done outside the panel. */
	readonly lugar: string | null
	/** What to do, where `accion` does not say it. */
	readonly detalle?: string
	/** The number of orders, products or documents; a row with 0 is not shown. */
	readonly cantidad: number
	/** CLP that the row is about; null: it is not about money. */
	readonly monto: number | null
	/** Since when the oldest of them waits, ISO; null: it is not about time. */
	readonly desde: string | null
	/** Until when the most urgent of them has to be done, ISO; null: without an end. */
	readonly hasta?: string | null
}

/** Reads what waits for staff at a time, in the order of need. */
export type ReadWaiting = (db: Queryable, now: Date) => Promise<readonly WaitingRow[]>

/** Counts the orders that wait, their CLP and since when. A single one is opened at once; several are in `list`. */
export async function ordersWaiting(
	db: Queryable,
	where: SQL | undefined,
	list: string,
): Promise<Pick<WaitingRow, 'cantidad' | 'monto' | 'desde' | 'lugar'>> {
	const { id, created_at, total } = ordenes
	const found = { cantidad: count(), monto: sum(total).mapWith(Number), desde: min(created_at) }
	const [{ cantidad = 0, monto = null, desde = null } = {}] = await db.select(found).from(ordenes).where(where)
	const [only] = cantidad === 1 ? await db.select({ id }).from(ordenes).where(where) : []
	const lugar = only ? String(panelQuery({ orden: only.id })) : list
	return { cantidad, monto, desde: desde?.toISOString() ?? null, lugar }
}
