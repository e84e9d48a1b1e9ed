import { and, count, eq, gte, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn, daysLater, shopZone } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dayStart } from '#core/server/lists/list-page.ts'
import { productos } from '#modules/catalog/tables.ts'
import { appliedPayment, broughtIn } from '#modules/orders/server/read-order-money.ts'
import { isUnfinished } from '#modules/orders/server/unfinished-orders.ts'
import { ordersWaiting, type WaitingRow } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'
import { waitingParts } from '#modules/today-parts.ts'

/** Reads what waits for staff now, without rows of nothing, and what was sold today. */
export async function readWaiting(db: Queryable, now: Date): Promise<TodayAnswer> {
	const rows = await moneyAndCases(db)
	for (const read of waitingParts) rows.push(...(await read(db, now)))
	rows.push(await unfinishedToday(db, now), await stockWaiting(db))
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

async function moneyAndCases(db: Queryable): Promise<WaitingRow[]> {
	const { atencion, estado } = ordenes
	const isCase = and(isNotNull(atencion), ne(atencion, 'falta_devolver'))
	const places = {
		proofs: String(panelQuery({ seccion: 'ordenes', estado: 'en_revision' })),
		owed: `${panelQuery({ seccion: 'ordenes' })}&atencion=falta_devolver`,
		cases: String(panelQuery({ seccion: 'casos' })),
	}
	return [
		{
			clave: 'por_confirmar',
			texto: 'Transferencias por confirmar',
			accion: 'Confirmar',
			...(await ordersWaiting(db, eq(estado, 'en_revision'), places.proofs)),
		},
		{
			clave: 'por_devolver',
			texto: 'Dinero por devolver',
			accion: 'Devolver',
			...(await ordersWaiting(db, eq(atencion, 'falta_devolver'), places.owed)),
			monto: null,
		},
		{
			clave: 'casos',
			texto: 'Casos que piden una decisión',
			accion: 'Resolver',
			...(await ordersWaiting(db, isCase, places.cases)),
			monto: null,
		},
	]
}

/** The gateway orders of today that were not paid: their customers can still finish, and a message helps. */
async function unfinishedToday(db: Queryable, now: Date): Promise<WaitingRow> {
	const today = dayIn(now)
	const isOfToday = and(gte(ordenes.created_at, dayStart(today)), isUnfinished(db, now))
	const list = `${panelQuery({ seccion: 'ordenes' })}&pago_en_linea=sin_terminar&desde=${today}`
	return {
		clave: 'sin_terminar',
		texto: 'Sin terminar de pagar',
		accion: 'Escribirles',
		...(await ordersWaiting(db, isOfToday, list)),
	}
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
