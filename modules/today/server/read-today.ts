import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn, daysLater, shopZone } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dayStart } from '#core/server/lists/list-page.ts'
import { productos } from '#modules/catalog/tables.ts'
import { waitingParts } from '#modules/lists/server.ts'
import { type OrderMoney, spentOn } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano, disputas, pagos } from '#modules/orders/payment-tables.ts'
import { appliedPayment, broughtIn, readOrderMoney } from '#modules/orders/server/read-order-money.ts'
import { isUnfinished } from '#modules/orders/server/unfinished-orders.ts'
import { ordersWaiting, type WaitingRow } from '#modules/orders/server/waiting.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'

/** Reads what waits for staff now, without rows of nothing, and what was sold today. */
export async function readWaiting(db: Queryable, now: Date): Promise<TodayAnswer> {
	const { atencion, estado, created_at } = ordenes
	const orders = String(panelQuery({ seccion: 'ordenes' }))
	const toConfirm = String(panelQuery({ seccion: 'ordenes', estado: 'en_revision' }))
	const esperan: WaitingRow[] = [
		{
			clave: 'por_confirmar',
			texto: 'Transferencias por confirmar',
			accion: 'Confirmar',
			...(await ordersWaiting(db, eq(estado, 'en_revision'), toConfirm)),
		},
		{
			clave: 'por_devolver',
			texto: 'Dinero por devolver',
			accion: 'Devolver',
			...(await ordersWaiting(db, eq(atencion, 'falta_devolver'), `${orders}&atencion=falta_devolver`)),
			monto: null,
		},
	]
	// An open dispute has a row of its own, with its day to answer.
	const isOpen = and(eq(disputas.estado, 'abierta'), ne(disputas.tipo, 'fraude'))
	const disputed = db.select({ id: disputas.orden_id }).from(disputas).where(isOpen)
	const isDispute = and(inArray(atencion, openDisputeCases), inArray(ordenes.id, disputed))
	const isCase = and(isNotNull(atencion), ne(atencion, 'falta_devolver'), sql`(${isDispute}) is not true`)
	esperan.push({
		clave: 'casos',
		texto: 'Casos que piden una decisión',
		accion: 'Resolver',
		...(await ordersWaiting(db, isCase, String(panelQuery({ seccion: 'casos' })))),
		monto: null,
	})

	for (const read of waitingParts) esperan.push(...(await read(db, now)))

	// The gateway orders of today that were not paid: their customers can still finish, and a message helps.
	const today = dayIn(now)
	const isUnfinishedToday = and(gte(created_at, dayStart(today)), isUnfinished(db, now))
	const unfinished = `${orders}&pago_en_linea=sin_terminar&desde=${today}`
	esperan.push({
		clave: 'sin_terminar',
		texto: 'Sin terminar de pagar',
		accion: 'Escribirles',
		...(await ordersWaiting(db, isUnfinishedToday, unfinished)),
	})
	esperan.push({
		clave: 'stock',
		texto: 'Colores con poco stock',
		accion: 'Reponer',
		lugar: String(panelQuery({ seccion: 'stock' })),
		cantidad: await db.$count(
			productos,
			and(isNull(productos.deleted_at), lte(productos.stock, productos.low_stock_threshold)),
		),
		monto: null,
		desde: null,
	})
	return {
		vendido: { ...(await readSold(db, now)), ...(await readGone(db, now)) },
		vendido_antes: await readSold(db, now, 1),
		esperan: esperan.filter(({ cantidad }) => cantidad > 0),
	}
}

/** The cases of disputes that are open. */
const openDisputeCases = [
	'contracargo_abierto',
	'reclamo_abierto',
	'pago_en_mediacion',
] as const satisfies readonly CaseReason[]

/**
 * The sales of today until now, or of the same weekday some weeks ago until the same hour in Santiago. Counts as the
 * panel's numbers do: whatever was paid, also if it was cancelled later.
 */
async function readSold(db: Queryable, now: Date, weeksAgo = 0): Promise<TodayAnswer['vendido_antes']> {
	const from = dayStart(daysLater(dayIn(now), -7 * weeksAgo))
	const local = sql`${now.toISOString()}::timestamptz at time zone ${shopZone}`
	const until = sql`(${local} - make_interval(weeks => ${weeksAgo})) at time zone ${shopZone}`
	const { rows } = await db.execute<TodayAnswer['vendido_antes'] & Record<string, unknown>>(sql`
		select coalesce(sum(${broughtIn}), 0)::int as monto, count(*)::int as ordenes from ${ordenes} ${appliedPayment}
		where ${ordenes.pagada_at} >= ${from} and ${ordenes.pagada_at} <= ${until}`)
	return rows[0] ?? { monto: 0, ordenes: 0 }
}

/** What of today's sales is not the shop's any more. */
async function readGone(db: Queryable, now: Date): Promise<Pick<TodayAnswer['vendido'], 'devuelto' | 'en_disputa'>> {
	const of = (table: PgTable & { readonly orden_id: PgColumn }) => db.select({ id: table.orden_id }).from(table)
	const mayBeGone = or(
		inArray(ordenes.id, of(devoluciones)),
		inArray(ordenes.id, of(devolucionesAMano)),
		inArray(ordenes.id, of(disputas)),
		inArray(ordenes.id, of(pagos).where(gt(pagos.devuelto, 0))),
	)
	const orders = await db
		.select({ id: ordenes.id })
		.from(ordenes)
		.where(and(gte(ordenes.pagada_at, dayStart(dayIn(now))), lte(ordenes.pagada_at, now), mayBeGone))
	const ids = orders.map(({ id }) => id)
	const moneyOf = await readOrderMoney(db, ids)
	const money = ids.map(moneyOf)
	const sum = (of: (one: OrderMoney) => number) => money.reduce((total, one) => total + of(one), 0)
	return {
		devuelto: sum(({ devuelto }) => devuelto),
		en_disputa: sum((one) => (one.dinero === 'en_disputa' ? spentOn(one) : one.devuelto_por_banco)),
	}
}
