import { and, eq, gt, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { payableDays } from '#modules/orders/hold-times.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

/**
 * SQL condition: a gateway order ran out or was refused and can still be paid; no money of it is at the gateway, no
 * case is open, and its customer, whose account is not blocked, neither paid another order nor placed one since. At most one order an account.
 */
export function isUnfinished(db: Queryable, now: Date): SQL | undefined {
	const otra = alias(ordenes, 'otra')
	const isSince = or(gt(otra.created_at, ordenes.created_at), gt(otra.pagada_at, ordenes.created_at))
	const others = db
		.select({ one: sql`1` })
		.from(otra)
		.where(and(eq(otra.user, ordenes.user), ne(otra.id, ordenes.id), isSince))
	const money = db
		.select({ one: sql`1` })
		.from(intentosPago)
		.where(and(eq(intentosPago.orden_id, ordenes.id), inArray(intentosPago.estado, ['pendiente', 'pagado'])))
	const blocked = db
		.select({ one: sql`1` })
		.from(usuarios)
		.where(and(eq(usuarios.id, ordenes.user), isBlocked))
	return and(
		eq(ordenes.estado, 'fallida'),
		inArray(ordenes.metodo_pago, [...gatewayMethods]),
		gt(ordenes.created_at, new Date(now.getTime() - payableDays * 86_400_000)),
		ne(ordenes.email, ''),
		isNull(ordenes.atencion),
		notExists(others),
		notExists(money),
		notExists(blocked),
	)
}
