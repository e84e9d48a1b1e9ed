import { and, eq, inArray, min, ne, type SQL } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { disputas } from '#modules/orders/payment-tables.ts'
import { ordersWaiting, type ReadWaiting } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** A fraud warning is not answered, and never ends. */
const isOpen = and(eq(disputas.estado, 'abierta'), ne(disputas.tipo, 'fraude'))

/** The SQL condition of the orders with an open chargeback, claim or mediation. */
export const withDispute = (db: Queryable): SQL =>
	inArray(ordenes.id, db.select({ id: disputas.orden_id }).from(disputas).where(isOpen))

/** The orders with an open dispute, and until when the next one may be answered. */
export const disputesWaiting: ReadWaiting = async (db) => {
	const list = `${panelQuery({ seccion: 'ordenes' })}&disputa=abierta`
	const orders = await ordersWaiting(db, withDispute(db), list)
	const { responder_hasta, created_at } = disputas
	const [first] = await db
		.select({ desde: min(created_at), hasta: min(responder_hasta) })
		.from(disputas)
		.where(isOpen)
	return [
		{
			clave: 'disputas',
			texto: 'Contracargos y reclamos abiertos',
			accion: 'Ver',
			...orders,
			desde: first?.desde?.toISOString() ?? null,
			hasta: first?.hasta?.toISOString() ?? null,
		},
	]
}
