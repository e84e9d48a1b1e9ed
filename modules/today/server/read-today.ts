import { and, count, eq, isNotNull, lte, min, ne, sql, sum } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn, daysLater, shopZone } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dayStart } from '#core/server/lists/list-page.ts'
import { productos } from '#modules/catalog/tables.ts'
import { appliedPayment, broughtIn } from '#modules/orders/server/read-order-money.ts'
import type { WaitingRow } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'
import { waitingParts } from '#modules/today-parts.ts'

/** Reads what waits for staff now, without rows of nothing, and what was sold today. */
export async function readWaiting(db: Queryable, now: Date): Promise<TodayAnswer> {
	const rows = await ordersWaiting(db)
	for (const read of waitingParts) rows.push(...(await read(db, now)))
	rows.push(await stockWaiting(db))
	return {
		vendido: await readSold(db, now),
		vendido_antes: await readSold(db, now, 1),
		esperan: rows.filter(({ cantidad }) => cantidad > 0),
	}
}

/**
 * The sales of today until now, or of the same weekday some weeks ago until the same hour in Santiago. Counts as the
 * panel's numbers do: whatever was paid, also if it was cancelled later.
 */
async function readSold(db: Queryable, now: Date, weeksAgo = 0): Promise<TodayAnswer['vendido']> {
	const from = dayStart(daysLater(dayIn(now), -7 * weeksAgo))
	const local = sql`${now.toISOString()}::timestamptz at time zone ${shopZone}`
	const until = sql`(${local} - make_interval(weeks => ${weeksAgo})) at time zone ${shopZone}`
	const { rows } = await db.execute<TodayAnswer['vendido'] & Record<string, unknown>>(sql`
		select coalesce(sum(${broughtIn}), 0)::int as monto, count(*)::int as ordenes from ${ordenes} ${appliedPayment}
		where ${ordenes.pagada_at} >= ${from} and ${ordenes.pagada_at} <= ${until}`)
	return rows[0] ?? { monto: 0, ordenes: 0 }
}

async function ordersWaiting(db: Queryable): Promise<WaitingRow[]> {
	const { atencion, estado, created_at, total } = ordenes
	const found = { cantidad: count(), desde: min(created_at), primera: sql<string>`min(${ordenes.id}::text)` }
	const [proofs] = await db
		.select({ ...found, monto: sum(total).mapWith(Number) })
		.from(ordenes)
		.where(eq(estado, 'en_revision'))
	const [owed] = await db.select(found).from(ordenes).where(eq(atencion, 'falta_devolver'))
	const [cases] = await db
		.select(found)
		.from(ordenes)
		.where(and(isNotNull(atencion), ne(atencion, 'falta_devolver')))
	/** A single order is opened at once. */
	const of = (row: typeof owed, list: string) => ({
		lugar: row?.cantidad === 1 ? String(panelQuery({ orden: row.primera })) : list,
		cantidad: row?.cantidad ?? 0,
		desde: row?.desde?.toISOString() ?? null,
	})
	return [
		{
			clave: 'por_confirmar',
			texto: 'Transferencias por confirmar',
			accion: 'Confirmar',
			monto: proofs?.monto ?? null,
			...of(proofs, String(panelQuery({ seccion: 'ordenes', estado: 'en_revision' }))),
		},
		{
			clave: 'por_devolver',
			texto: 'Dinero por devolver',
			accion: 'Devolver',
			monto: null,
			...of(owed, `${panelQuery({ seccion: 'ordenes' })}&atencion=falta_devolver`),
		},
		{
			clave: 'casos',
			texto: 'Casos que piden una decisión',
			accion: 'Resolver',
			monto: null,
			...of(cases, String(panelQuery({ seccion: 'casos' }))),
		},
	]
}

async function stockWaiting(db: Queryable): Promise<WaitingRow> {
	const [row] = await db
		.select({ cantidad: count() })
		.from(productos)
		.where(lte(productos.stock, productos.low_stock_threshold))
	return {
		clave: 'stock',
		texto: 'Colores con poco stock',
		accion: 'Reponer',
		lugar: String(panelQuery({ seccion: 'stock' })),
		cantidad: row?.cantidad ?? 0,
		monto: null,
		desde: null,
	}
}
