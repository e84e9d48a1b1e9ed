import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Settings } from '#domain/settings/settings.ts'
import type { OpenDatabase, Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { clavesIdempotencia } from '#server/db/tables/orders.ts'
import { buyerLocks } from '#server/orders/order-hold.ts'
import { settingsColumn, settingsOf } from '#server/settings/read-settings.ts'
import { readProducts, type SoldProduct, type WantedProduct } from '#server/stock/hold-stock.ts'

/** What an order is decided by, as it stands when it begins. */
export interface OrderBegun {
	readonly settings: Settings
	/** Those that are wanted and sold. Nobody holds them: others may take of them and staff may edit them at any moment. */
	readonly products: readonly SoldProduct[]
	/** Whether the key names an order already. */
	readonly isAnswered: boolean
}

/**
 * Begins an order, in one journey to the database: lets it commit early, keeps the customer's account from being deleted until `tx` ends, locks
 * the account and then the phone, and gives what it is decided by. Undefined when the account was deleted,
 * since the request was let in.
 */
export async function beginOrder(
	{ database: { earlyCommit } }: { readonly database: Pick<OpenDatabase, 'earlyCommit'> },
	tx: Transaction,
	wanted: {
		readonly user: number
		readonly telefono: string
		readonly products: readonly WantedProduct[]
		readonly clave: string | undefined
	},
): Promise<OrderBegun | undefined> {
	const { user, clave } = wanted
	const isThere = and(eq(usuarios.id, user), isNull(usuarios.deleted_at))
	// Apart, so that its row is locked before any lock is waited for: who deletes the account waits for orders while holding it.
	const account = tx.$with('cuenta').as(tx.select({ id: usuarios.id }).from(usuarios).where(isThere).for('key share'))
	const locks = sql<string>`row(${sql.join(buyerLocks(wanted), sql`, `)})`
	const products = readProducts(tx, wanted.products).as('vendidos')
	const named = and(eq(clavesIdempotencia.usuario_id, user), eq(clavesIdempotencia.clave, clave ?? ''))
	const [held] = await tx
		.with(account)
		.select({
			locks,
			ajustes: settingsColumn,
			products: sql<SoldProduct[]>`(select coalesce(json_agg(${sql.identifier('vendidos')}), '[]') from ${products})`,
			isAnswered: exists(tx.select({ one: sql`1` }).from(clavesIdempotencia).where(named)).as<boolean>('respondida'),
			early: sql`${earlyCommit.begin}`,
		})
		.from(account)
	if (!held) return undefined
	return {
		settings: settingsOf(held.ajustes),
		products: held.products,
		isAnswered: clave !== undefined && held.isAnswered,
	}
}
