import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { shopZone } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf, type CsvValue, csvHead, csvLines } from '#core/server/lists/csv.ts'
import { withinDays } from '#core/server/lists/list-page.ts'
import { leftPayment } from '#modules/orders/server/read-order-money.ts'
import { ordersWhere } from '#modules/orders/staff/server/list-orders.ts'
import type { ExportFile, OrderFilter } from '#modules/orders/staff/shapes.ts'
import { movimientosStock, ordenes } from '#modules/orders/tables.ts'

const local = (moment: SQL) => sql`to_char(${moment} at time zone ${sql.raw(`'${shopZone}'`)}, 'YYYY-MM-DD HH24:MI:SS')`

/** The order columns of a row. */
const orderHead = { nro_orden: sql`o.nro_orden`, creada: local(sql`o.created_at`), estado: sql`o.estado` }

/** The columns of each file in their fixed order, each with its source. */
const columns = {
	'ordenes.csv': {
		...orderHead,
		metodo_pago: sql`o.metodo_pago`,
		pagada: local(sql`o.pagada_at`),
		subtotal: sql`o.subtotal`,
		despacho: sql`o.despacho`,
		descuento: sql`o.descuento`,
		ajuste: sql`o.total - (o.subtotal + o.despacho - o.descuento)`,
		total: sql`o.total`,
		cupon: sql`o.cupon`,
		tipo_entrega: sql`o.tipo_entrega`,
		// As `formatDireccion` of modules/delivery/delivery.ts writes it.
		direccion: sql`regexp_replace(o.direccion, ',(?=[^[:space:][:digit:]])|(?<=[^[:digit:]]),(?=[[:digit:]])', ', ', 'g')`,
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
		...orderHead,
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
		devuelto: sql`p.devuelto`,
		destino: sql`p.destino`,
		orden_id: sql`o.id::text`,
		metodo: sql`p.metodo`,
		pagada: local(sql`o.pagada_at`),
		/** The part counted as a sale, of a paid order. */
		venta: sql`p.venta`,
		devuelto_pasarela: sql`p.devuelto - p.por_transferencia - p.en_efectivo`,
		devuelto_transferencia: sql`p.por_transferencia`,
		devuelto_efectivo: sql`p.en_efectivo`,
		/** Taken by a dispute, open or lost. */
		retirado_disputa: sql`p.retirado`,
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

/**
 * The payments of the order `o`: those of gateways, and one for a transfer or cash where no gateway payment pays it.
 * The sums of `venta` by day of payment are the sales of the numbers.
 */
const everyPayment = sql`
	select p.created_at, p.gateway, p.pago_id, p.estado, p.monto, p.moneda, p.destino, p.gateway as metodo,
		pedido as devuelto, d.por_transferencia, 0 as en_efectivo, retirado,
		case when p.destino = 'aplicado' and o.pagada_at is not null then
			case when o.estado in ('pagada', 'completado') then greatest(o.total, p.monto) else p.monto end else 0 end as venta
	from pagos p ${leftPayment} cross join lateral (
		select coalesce(sum(monto) filter (where estado = 'hecha' and por_transferencia), 0)::int as por_transferencia
		from devoluciones where orden_id = p.orden_id and gateway = p.gateway and pago_id = p.pago_id) d
	where p.orden_id = o.id
	union all
	select o.pagada_at, '', '', 'aprobado', greatest(o.total, coalesce(o.pagado_a_mano, 0)), 'CLP', 'aplicado', o.metodo_pago,
		m.devuelto, m.por_transferencia, m.devuelto - m.por_transferencia, 0,
		greatest(o.total, coalesce(o.pagado_a_mano, 0))
	from (select coalesce(sum(monto), 0)::int as devuelto,
		coalesce(sum(monto) filter (where medio = 'transferencia'), 0)::int as por_transferencia
		from devoluciones_a_mano where orden_id = o.id) m
	where o.pagada_at is not null and not exists (select 1 from pagos g where g.orden_id = o.id and g.destino = 'aplicado')`

const sources: Readonly<Record<ExportFile, { readonly from: SQL; readonly order: SQL }>> = {
	'ordenes.csv': { from: sql`ordenes o`, order: sql`o.nro_orden` },
	'lineas.csv': { from: sql`ordenes o join orden_lineas l on l.orden_id = o.id`, order: sql`o.nro_orden, l.posicion` },
	'pagos.csv': {
		from: sql`ordenes o cross join lateral (${everyPayment}) p`,
		order: sql`o.nro_orden, p.created_at, p.pago_id`,
	},
	'stock.csv': {
		from: sql`movimientos_stock m join productos p on p.id = m.producto_id
			left join ordenes o on o.id = m.orden_id left join usuarios u on u.id = m.usuario_id`,
		order: sql`m.id`,
	},
}

/** Of a payment `p` of the order `o`: the day of its sale, or its own where it pays no order. */
const paymentMoment = sql`case when p.destino = 'aplicado' and o.pagada_at is not null then o.pagada_at else p.created_at end`

/** Streams a CSV file of the filtered orders: head, then rows in batches; the stock ledger is filtered by days only. */
export async function* exportOrders(
	db: Queryable,
	file: ExportFile,
	filter: OrderFilter,
	now: Date,
): AsyncGenerator<string> {
	const selected = columns[file]
	yield csvHead(Object.keys(selected))
	const named = Object.entries<SQL>(selected).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
	const list = sql.join(named, sql`, `)
	const { from, order } = sources[file]
	const key = file === 'stock.csv' ? sql`m.id` : sql`o.nro_orden`
	const isByPayment = file === 'pagos.csv' && filter.dia_de === 'pago'
	const rowsWhere = isByPayment ? withinDays(paymentMoment, filter) : undefined
	const keysOf =
		file === 'stock.csv'
			? keyBatches(db, movimientosStock, movimientosStock.id, withinDays(movimientosStock.created_at, filter))
			: keyBatches(db, ordenes, ordenes.nro_orden, await ordersWhere(db, filter, now))
	for await (const batch of keysOf) {
		// As one array: a thousand parameters would cost more than the rows.
		const isOneOf = sql`${key} = any(${`{${batch.map((row) => row.key).join(',')}}`}::int[])`
		const { rows } = await db.execute(
			sql`select ${list} from ${from} where ${and(isOneOf, rowsWhere)} order by ${order}`,
		)
		yield csvLines(rows.map((row) => Object.values(row) as CsvValue[]))
	}
}

/** The keys of a file's rows, ascending, in batches. Filtered keys are read at once by their own index and sorted here. */
function keyBatches(
	db: Queryable,
	table: typeof ordenes | typeof movimientosStock,
	key: PgColumn,
	where: SQL | undefined,
): AsyncGenerator<readonly { key: number }[]> {
	const select = () => db.select({ key: sql<number>`${key}` }).from(table)
	let filtered: { key: number }[] | undefined
	return batchesOf(async (last, size) => {
		if (where === undefined)
			return await select()
				.where(gt(key, last?.key ?? 0))
				.orderBy(asc(key))
				.limit(size)
		filtered ??= (await select().where(where)).sort((a, b) => a.key - b.key)
		return filtered.splice(0, size)
	})
}
