import { and, asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { OrderFilter } from '#contract/staff/orders.ts'
import type { ExportFile } from '#contract/staff/summary.ts'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/schema.ts'
import { byteOrderMark, type CsvValue, csvLine } from '#server/staff/csv-lines.ts'
import { ordersWhere } from '#server/staff/order-filter.ts'
import { dayAfter, dayStart, shopZone } from '#server/staff/santiago-days.ts'

/** So many orders (or rows of the ledger) are read at a time: the file streams, and no request holds all of it. */
const batch = 1000

const local = (moment: SQL) => sql`to_char(${moment} at time zone ${sql.raw(`'${shopZone}'`)}, 'YYYY-MM-DD HH24:MI:SS')`

/** The columns of each file: always the same ones, in this order, each with where it comes from. */
const columns = {
	'ordenes.csv': {
		nro_orden: sql`o.nro_orden`,
		creada: local(sql`o.created_at`),
		estado: sql`o.estado`,
		metodo_pago: sql`o.metodo_pago`,
		pagada: local(sql`o.pagada_at`),
		subtotal: sql`o.subtotal`,
		despacho: sql`o.despacho`,
		descuento: sql`o.descuento`,
		ajuste: sql`o.total - (o.subtotal + o.despacho - o.descuento)`,
		total: sql`o.total`,
		cupon: sql`o.cupon`,
		tipo_entrega: sql`o.tipo_entrega`,
		direccion: sql`o.direccion`,
		comuna: sql`o.comuna`,
		distancia_m: sql`o.distancia_m`,
		nombre: sql`o.nombre`,
		email: sql`o.email`,
		telefono: sql`o.telefono`,
		usuario_id: sql`o.usuario_id`,
		atencion: sql`o.atencion`,
		orden_id: sql`o.id::text`,
	},
	'lineas.csv': {
		nro_orden: sql`o.nro_orden`,
		creada: local(sql`o.created_at`),
		estado: sql`o.estado`,
		sku: sql`l.sku`,
		nombre: sql`l.nombre`,
		color: sql`l.color`,
		precio: sql`l.precio`,
		cantidad: sql`l.cantidad`,
		monto: sql`l.precio * l.cantidad`,
		orden_id: sql`o.id::text`,
	},
	'pagos.csv': {
		nro_orden: sql`o.nro_orden`,
		creado: local(sql`p.created_at`),
		gateway: sql`p.gateway`,
		pago_id: sql`p.pago_id`,
		estado: sql`p.estado`,
		monto: sql`p.monto`,
		moneda: sql`p.moneda`,
		devuelto: sql`greatest(p.devuelto, (select coalesce(sum(d.monto), 0)::int from devoluciones d
			where d.gateway = p.gateway and d.pago_id = p.pago_id and d.estado <> 'rechazada'))`,
		destino: sql`p.destino`,
		orden_id: sql`o.id::text`,
	},
	'stock.csv': {
		id: sql`m.id`,
		fecha: local(sql`m.created_at`),
		sku: sql`p.sku`,
		color: sql`p.color`,
		cantidad: sql`m.cantidad`,
		motivo: sql`m.motivo`,
		nota: sql`m.nota`,
		nro_orden: sql`o.nro_orden`,
		usuario: sql`u.email`,
	},
} as const satisfies Record<ExportFile, Record<string, SQL>>

const sources = {
	'ordenes.csv': { from: sql`ordenes o`, order: sql`o.nro_orden` },
	'lineas.csv': { from: sql`ordenes o join orden_lineas l on l.orden_id = o.id`, order: sql`o.nro_orden, l.posicion` },
	'pagos.csv': {
		from: sql`ordenes o join pagos p on p.orden_id = o.id`,
		order: sql`o.nro_orden, p.created_at, p.pago_id`,
	},
} as const

/**
 * A file of the panel, piece by piece: its head, then its rows in batches. Orders, lines and payments are those of the orders
 * that the filter chooses; the stock ledger is cut by days only.
 */
export async function* exportCsv(db: Database, file: ExportFile, filter: OrderFilter): AsyncGenerator<string> {
	const selected = columns[file]
	yield byteOrderMark + csvLine(Object.keys(selected))
	const named = Object.entries<SQL>(selected).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
	const list = sql.join(named, sql`, `)
	let after = 0
	for (;;) {
		const { keys, where } =
			file === 'stock.csv' ? await nextMovements(db, filter, after) : await nextOrders(db, filter, after)
		if (keys.length > 0) {
			const { from, order } = file === 'stock.csv' ? stockSource : sources[file]
			const { rows } = await db.execute(sql`select ${list} from ${from} where ${where} order by ${order}`)
			yield rows.map((row) => csvLine(Object.values(row) as CsvValue[])).join('')
		}
		if (keys.length < batch) return
		after = keys.at(-1) ?? after
	}
}

const stockSource = {
	from: sql`movimientos_stock m join productos p on p.id = m.producto_id
		left join ordenes o on o.id = m.orden_id left join usuarios u on u.id = m.usuario_id`,
	order: sql`m.id`,
}

async function nextOrders(db: Database, filter: OrderFilter, after: number) {
	const found = await db
		.select({ key: ordenes.nro_orden })
		.from(ordenes)
		.where(and(ordersWhere(filter), gt(ordenes.nro_orden, after)))
		.orderBy(asc(ordenes.nro_orden))
		.limit(batch)
	const keys = found.map(({ key }) => key)
	return { keys, where: keys.length === 0 ? sql`false` : inArray(sql`o.nro_orden`, keys) }
}

async function nextMovements(db: Database, filter: OrderFilter, after: number) {
	const { rows } = await db.execute<{ id: number }>(
		sql`select m.id from movimientos_stock m where m.id > ${after}
			${filter.desde === undefined ? sql`` : sql`and m.created_at >= ${dayStart(filter.desde)}`}
			${filter.hasta === undefined ? sql`` : sql`and m.created_at < ${dayAfter(filter.hasta)}`}
			order by m.id limit ${batch}`,
	)
	const keys = rows.map(({ id }) => id)
	return { keys, where: keys.length === 0 ? sql`false` : inArray(sql`m.id`, keys) }
}
