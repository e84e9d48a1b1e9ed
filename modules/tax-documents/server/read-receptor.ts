import { eq, inArray } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { ReceptorAnswer } from '#modules/tax-documents/shapes/receptor.ts'
import { type ReceptorRow, receptores } from '#modules/tax-documents/tables.ts'
import type { Receptor } from '#modules/tax-documents/tax-document.ts'

/** The recipient of an order's document, frozen when it was placed; undefined for an anonymous boleta. */
export async function readReceptor(db: Queryable, orderId: string): Promise<ReceptorRow | undefined> {
	const [row] = await db.select().from(receptores).where(eq(receptores.orden_id, orderId))
	return row
}

/** The recipients of orders' documents, as customers and staff see them, in one query, grouped by order. */
export async function readReceptors(db: Queryable, orderIds: readonly string[]) {
	const rows = await db
		.select()
		.from(receptores)
		.where(inArray(receptores.orden_id, [...orderIds]))
	const byOrder = new Map(rows.map(({ orden_id, busqueda: _search, ...receptor }) => [orden_id, receptor]))
	return (id: string): ReceptorAnswer | null => byOrder.get(id) ?? null
}

/** The recipient's fields on a document. */
export function toReceptor({ rut, razon_social, giro, direccion, comuna }: ReceptorRow): Receptor {
	return {
		rut,
		razon_social,
		...(giro === null ? {} : { giro }),
		...(direccion === null ? {} : { direccion }),
		...(comuna === null ? {} : { comuna }),
	}
}
