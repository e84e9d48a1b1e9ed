import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import type { ReadProfileDeps } from '#modules/accounts/server/profile.ts'
import { runHooks } from '#modules/lists/context.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { type AnonymizeDeps, anonymizeOrders, isClosed } from '#modules/privacy/server/anonymize-orders.ts'
import { exportAddress, exportOrders } from '#modules/privacy/server/export-data.ts'

/**
 * The address of an order without an account, and the SQL condition of all such orders with it. Refuses with
 * `orden_desconocida` for any other order.
 */
async function ordersOfPerson(db: Queryable, orderId: string): Promise<{ isOwn: SQL; email: string }> {
	const { id, user, email } = ordenes
	const isPerson = and(isNull(user), ne(email, ''))
	const [order] = await db
		.select({ email })
		.from(ordenes)
		.where(and(eq(id, orderId), isPerson))
	if (!order) refuse('orden_desconocida')
	return { isOwn: and(isNull(user), eq(email, order.email)) ?? sql`false`, email: order.email }
}

/**
 * Streams what is stored of the person of an order without an account (Ley 21.719), as one JSON object. Refuses as
 * `ordersOfPerson` does.
 */
export async function exportPerson(deps: ReadProfileDeps, orderId: string): Promise<AsyncGenerator<string>> {
	const { isOwn, email } = await ordersOfPerson(deps.db, orderId)
	const head = { generado_at: deps.clock.now().toISOString(), ...(await exportAddress(deps, email)) }
	return personText(head, await exportOrders(deps, isOwn))
}

async function* personText(head: object, orders: AsyncGenerator<string>): AsyncGenerator<string> {
	yield `${JSON.stringify(head).slice(0, -1)},`
	yield* orders
}

/**
 * Erases the person of an order without an account (Ley 21.719): numbers stay for the tax authority's term, as for a
 * deleted account. Refuses with `accion_no_corresponde` while an order of this person is under way, and as
 * `ordersOfPerson` does.
 */
export async function forgetPerson(
	deps: AnonymizeDeps & { readonly db: Database },
	actorId: number,
	orderId: string,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const { isOwn, email } = await ordersOfPerson(tx, orderId)
		const orders = await tx.select({ id: ordenes.id }).from(ordenes).where(isOwn).for('update')
		const closed = await tx.$count(ordenes, and(isOwn, isClosed))
		if (closed < orders.length)
			refuse('accion_no_corresponde', {
				text: 'Esta persona tiene un pedido en curso. Complétalo o cancélalo, y borra sus datos después.',
			})
		await anonymizeOrders(
			deps,
			tx,
			orders.map(({ id }) => id),
		)
		await runHooks(deps.hooks.forgetAddress, deps, tx, email)
		for (const { id } of orders) await auditOrder(tx, id, actorId, { accion: 'datos_borrados' })
	})
}
