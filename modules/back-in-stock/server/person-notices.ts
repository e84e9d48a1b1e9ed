import { createHash } from 'node:crypto'
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { retentionDays } from '#core/rules/retention.ts'
import { secondsAfter } from '#core/rules/times.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { noticeMails } from '#modules/back-in-stock/server/notice-mails.ts'
import { avisosStock } from '#modules/back-in-stock/tables.ts'
import { correos } from '#modules/orders/tables.ts'
import { anonymizeMails } from '#modules/privacy/server/anonymize-orders.ts'

/** Names an address in the links to stop, which stay valid when its rows are gone. */
export const addressHash = (correo: string): string => createHash('sha256').update(correo).digest('hex')

const hasHash = (column: typeof avisosStock.correo | typeof correos.destinatario, hash: string): SQL =>
	sql`encode(sha256(convert_to(${column}, 'UTF8')), 'hex') = ${hash}`

const isNotice = inArray(correos.plantilla, Object.keys(noticeMails) as (keyof typeof noticeMails)[])

/** Erases the requests of an address, by its hash, and the mails about them; one that was not sent yet is not sent. */
export async function forgetNotices(tx: Transaction, hash: string, now: Date): Promise<void> {
	await tx.delete(avisosStock).where(hasHash(avisosStock.correo, hash))
	await anonymizeMails(tx, and(isNotice, hasHash(correos.destinatario, hash)), now)
}

/** The same for a person who is erased. */
export const forgetAddressNotices = ({ clock }: { readonly clock: Clock }, tx: Transaction, correo: string) =>
	forgetNotices(tx, addressHash(correo), clock.now())

/** Deletes requests that were not confirmed, or for which no stock came, and the mails about requests. A daily job. */
export async function purgeStockNotices({
	db,
	clock,
}: {
	readonly db: Database
	readonly clock: Clock
}): Promise<void> {
	const now = clock.now()
	const before = (days: number) => secondsAfter(now, -days * 86_400)
	const unconfirmed = before(retentionDays.unconfirmedNotice)
	await db.transaction(async (tx) => {
		const { pedido_at, confirmado_at } = avisosStock
		const isOver = or(
			lt(confirmado_at, before(retentionDays.stockNotice)),
			and(isNull(confirmado_at), lt(pedido_at, unconfirmed)),
		)
		await tx.delete(avisosStock).where(isOver)
		const { destinatario, created_at } = correos
		await anonymizeMails(tx, and(isNotice, sql`${destinatario} <> ''`, lt(created_at, unconfirmed)), now)
	})
}

/** The requests of an address, for the copy of a person's data. */
export async function exportNotices(db: Queryable, correo: string): Promise<readonly object[]> {
	const { color, consentimiento, consentimiento_version, pedido_at, confirmado_at } = avisosStock
	return await db
		.select({ color, consentimiento, consentimiento_version, pedido_at, confirmado_at })
		.from(avisosStock)
		.where(eq(avisosStock.correo, correo))
		.orderBy(asc(pedido_at))
}

/** SQL: the persons whose requests are stored. */
export const personsOfNotices = sql`select correo, '' as nombre, '' as telefono, momento
	from avisos_stock cross join lateral (values (pedido_at), (confirmado_at)) v(momento) where momento is not null`

/** How many persons wait for each colour. */
export async function readWaiting(db: Queryable): Promise<(color: string) => number> {
	const rows = await db
		.select({ color: avisosStock.color, personas: count() })
		.from(avisosStock)
		.where(isNotNull(avisosStock.confirmado_at))
		.groupBy(avisosStock.color)
	return (color) => rows.find((row) => row.color === color)?.personas ?? 0
}
