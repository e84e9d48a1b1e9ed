import { and, desc, eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { outOfStockText, unitsLeftText } from '#modules/cart/stock-text.ts'
import type { Shortage } from '#modules/catalog/server/hold-stock.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** The failure for missing units of `color`; `hint` is one more sentence for the customer. */
export function outOfStock({ color, disponible }: Shortage, hint = ''): Failure {
	const text = disponible > 0 ? `${unitsLeftText(disponible)} en ${color}.` : outOfStockText(color)
	return fail('sin_stock', { text: `${text}${hint}`, extra: { color, disponible } })
}

/** Mentions that the customer's own unpaid order reserves units of the colour, as after a return from a gateway. */
export async function hintOfOwnOrder(tx: Transaction, usuario: CurrentUser, { color }: Shortage): Promise<string> {
	const [own] = await tx
		.select({ nro_orden: ordenes.nro_orden })
		.from(ordenes)
		.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
		.where(
			and(
				eq(ordenes.user, usuario.id),
				eq(ordenes.estado, 'pendiente'),
				eq(ordenes.stock_tomado, true),
				eq(ordenLineas.color, color),
			),
		)
		.orderBy(desc(ordenes.nro_orden))
		.limit(1)
	return own ? ` Tu orden N° ${own.nro_orden} tiene unidades reservadas: síguela en tus órdenes.` : ''
}
