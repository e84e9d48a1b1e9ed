/**
 * Fills a shop's database with generated customers and orders, to test lists and numbers at full size. Use: node rig/make-
 * orders.ts [orders, 100000 by default] [users, 20000 by default] Works on the embedded database of DATA_DIR (with the shop
 * stopped) or on DATABASE_URL. Not for a shop with real orders.
 */
import { sql } from 'drizzle-orm'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import type { Database } from '#core/server/db/database.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { openOperatorDatabase } from '#shop/operator/shared/open-operator-database.ts'

const batch = 10_000

const firstNames = 'Camila,José,Valentina,Matías,Fernanda,Sebastián,Antonia,Benjamín,Ignacia,Tomás,Martina,Felipe'
const lastNames = 'Rojas,Muñoz,González,Díaz,Soto,Contreras,Silva,Pérez,Morales,Araya,Fuentes,Valdés,Núñez,Tapia'
const streets = 'Av. Providencia,Los Leones,Irarrázaval,Av. Vicuña Mackenna,Manuel Montt,Av. Grecia,San Diego'

const oneOf = (list: string, seed: string) =>
	sql.raw(`(string_to_array('${list}', ','))[1 + (${seed}) % ${list.split(',').length}]`)

async function makeUsers(db: Database, from: number, to: number): Promise<void> {
	const first = oneOf(firstNames, 'n * 7')
	const last = oneOf(lastNames, 'n * 11 / 3')
	await db.execute(sql`
		insert into usuarios (email, first_name, last_name, is_active)
		select lower(translate(${first} || '.' || ${last}, 'áéíóúñ', 'aeioun')) || n || '@ejemplo.cl',
			${first}, ${last}, n % 50 <> 0
		from generate_series(${from}::int, ${to}::int) n
		on conflict do nothing`)
}

/** Inserts orders `from` to `to` of `orders`, spread evenly over the last two years; numbers rise with time. */
async function makeBatch(db: Database, span: { from: number; to: number; orders: number }): Promise<void> {
	const { from, to, orders } = span
	await db.transaction(async (tx) => {
		await tx.execute(sql`
			create temporary table nuevas on commit drop as
			select n, gen_random_uuid() as id, u.id as usuario_id, u.first_name || ' ' || u.last_name as nombre, u.email,
				date_trunc('milliseconds', now() - interval '2 years' * (1 - n::float8 / ${orders}::int)) as created_at,
				(array['pagada', 'completado', 'completado', 'completado', 'fallida', 'cancelado', 'pagada', 'fallida', 'en_revision',
					'completado'])[1 + (n * 13) % 10] as estado,
				${oneOf(metodosPago.join(','), 'n / 3')} as metodo_pago,
				1 + n % 3 as cantidad, n % 4 as color, n % 5 = 0 as dos_lineas, n / 10 % 2 as entrega
			from generate_series(${from}::int, ${to}::int) n
			join usuarios u on u.id = (select min(id) from usuarios) + (n * 37) % (select count(*)::int from usuarios)`)
		await tx.execute(sql`
			insert into ordenes (id, usuario_id, estado, metodo_pago, subtotal, despacho, descuento, total, tipo_entrega,
				direccion, telefono, nombre, email, stock_tomado, pagada_at, atencion, created_at)
			select id, usuario_id, estado, metodo_pago, piezas * 29990, entrega * 3500, 0, piezas * 29990 + entrega * 3500,
				case entrega when 1 then 'despacho' else 'retiro' end,
				case entrega when 1 then ${oneOf(streets, 'n / 5')} || ' ' || (100 + n % 4900) || ', ' else '' end,
				'9' || lpad((n % 100000000)::text, 8, '0'), nombre, email,
				estado in ('pagada', 'completado', 'en_revision'),
				case when estado in ('pagada', 'completado') then created_at + interval '5 minutes' end,
				case when n % 2000 = 0 then 'monto_distinto' end, created_at
			from (select *, cantidad + case when dos_lineas then 1 else 0 end as piezas from nuevas) todas
			order by n`)
		await tx.execute(sql`
			insert into orden_lineas (orden_id, posicion, producto_id, nombre, sku, color, imagen, precio, cantidad)
			select o.id, l.posicion, p.id, p.nombre, p.sku, p.color, '/pictures/shaker-' || lower(p.color) || '.webp', 29990,
				l.cantidad
			from nuevas o
			cross join lateral (values (0, o.color, o.cantidad), (1, (o.color + 1) % 4, case when o.dos_lineas then 1 end))
				l (posicion, color, cantidad)
			join (select *, row_number() over (order by id) - 1 as lugar from productos where deleted_at is null) p
				on p.lugar = l.color
			where l.cantidad is not null`)
		await writeTraces(tx)
	})
}

/** Inserts the related rows: attempts and payments, boletas, stock movements, the audit log. */
async function writeTraces(tx: Pick<Database, 'execute'>): Promise<void> {
	await tx.execute(sql`
		insert into intentos_pago (id, orden_id, gateway, estado, monto, gateway_ref, created_at, updated_at, expires_at)
		select gen_random_uuid(), o.id, o.metodo_pago, case when o.pagada_at is null then 'rechazado' else 'pagado' end, o.total,
			'prueba-' || o.nro_orden, o.created_at, o.created_at, o.created_at + interval '30 minutes'
		from ordenes o join nuevas using (id)
		where o.metodo_pago in ${gatewayMethods}`)
	await tx.execute(sql`
		insert into pagos (gateway, pago_id, intento_id, orden_id, estado, monto, moneda, destino, codigo_autorizacion, created_at,
			updated_at)
		select i.gateway, i.gateway_ref, i.id, i.orden_id, case i.estado when 'pagado' then 'aprobado' else 'rechazado' end,
			i.monto, 'CLP', case i.estado when 'pagado' then 'aplicado' end,
			case i.estado when 'pagado' then lpad((n::bigint * 7919 % 1000000)::text, 6, '0') end, i.created_at, i.created_at
		from intentos_pago i join nuevas on nuevas.id = i.orden_id`)
	await tx.execute(sql`
		insert into documentos_tributarios (orden_id, tipo, secuencia, estado, monto, folio, fecha, emitida_at, created_at)
		select o.id, 39, 1, 'aceptada', o.total, o.nro_orden + 500000, to_char(o.pagada_at, 'YYYY-MM-DD'), o.pagada_at, o.pagada_at
		from ordenes o join nuevas using (id)
		where o.pagada_at is not null`)
	await tx.execute(sql`
		insert into movimientos_stock (producto_id, cantidad, motivo, orden_id, created_at)
		select l.producto_id, v.signo * l.cantidad, v.motivo, o.id, o.created_at
		from ordenes o join nuevas using (id) join orden_lineas l on l.orden_id = o.id
		cross join (values (-1, 'venta'), (1, 'devolucion')) v (signo, motivo)
		where v.motivo = 'venta' or not o.stock_tomado`)
	await tx.execute(sql`
		insert into auditoria (tipo, ref, usuario_id, accion, campo, antes, despues, created_at)
		select 'orden', o.id::text, case v.accion when 'creada' then o.usuario_id end, v.accion, 'estado', v.antes,
			coalesce(v.despues, o.estado), o.created_at + v.paso
		from ordenes o join nuevas using (id)
		cross join (values ('creada', null, 'pendiente', interval '0'), ('pago_confirmado', 'pendiente', null, interval '5 minutes'))
			v (accion, antes, despues, paso)`)
}

/** Inserts rounds of twenty stops: mostly delivered, some late, some without a recipient. */
async function makeDeliveries(db: Database): Promise<void> {
	await db.execute(sql`
		create temporary table repartidas as
		select id, created_at, estado, n, (n - 1) / 20 as vuelta
		from (select id, created_at, estado, row_number() over (order by nro_orden) as n from ordenes
			where tipo_entrega = 'despacho' and estado in ('completado', 'fallida')) traidas`)
	await db.execute(sql`
		insert into rondas (id, estado, salida_at, minutos_parada, tiempos, clave, cerrada_at, metros, segundos)
		select gen_random_uuid(), 'cerrada', max(created_at) + interval '1 day', 5,
			'{"ordenes":[],"segundos":[[0]],"metros":[[0]],"estimada":false}', 'prueba-' || vuelta,
			max(created_at) + interval '30 hours', 42000, 14400
		from repartidas group by vuelta order by vuelta`)
	await db.execute(sql`
		insert into paradas (id, ronda_id, orden_id, posicion, estado, llega_at, avisada_at, hecha_at, hecha_por, atrasada,
			recibe, motivo)
		select gen_random_uuid(), r.id, o.id, n % 20, case o.estado when 'completado' then 'entregada' else 'no_entregada' end,
			llega, llega, llega + interval '10 minutes', (select min(id) from usuarios) + n % 4, n % 15 = 0,
			case o.estado when 'completado' then 'Conserje' else '' end,
			case o.estado when 'completado' then null else 'nadie_en_casa' end
		from repartidas o join rondas r on r.clave = 'prueba-' || o.vuelta
		cross join lateral (select r.salida_at + interval '12 minutes' * (1 + n % 20) as llega) horas
		order by n`)
	await db.execute(sql`drop table repartidas`)
}

/** Inserts the stock for these sales: it is unchanged, and equal to the sum of its movements. */
async function fillStock(db: Database): Promise<void> {
	await db.execute(sql`
		insert into movimientos_stock (producto_id, cantidad, motivo, nota, created_at)
		select p.id, p.stock - coalesce(sum(m.cantidad), 0), 'ajuste', 'datos de prueba', now() - interval '2 years'
		from productos p left join movimientos_stock m on m.producto_id = p.id
		group by p.id having p.stock <> coalesce(sum(m.cantidad), 0)`)
}

/** Adds generated customers and orders. The full size takes about a minute; `onProgress` gets the number of finished orders. */
export async function makeOrders(
	db: Database,
	wanted: { orders: number; users: number; onProgress?: (done: number) => void },
): Promise<void> {
	const { orders, users, onProgress } = wanted
	// Sequential, because it uses one connection.
	await db.execute(sql`set statement_timeout = 0`)
	await seedCatalog(db)
	for (let from = 1; from <= users; from += batch) await makeUsers(db, from, Math.min(from + batch - 1, users))
	for (let from = 1; from <= orders; from += batch) {
		const to = Math.min(from + batch - 1, orders)
		await makeBatch(db, { from, to, orders })
		onProgress?.(to)
	}
	await makeDeliveries(db)
	await fillStock(db)
	await db.execute(sql`vacuum analyze`)
	await db.execute(sql`reset statement_timeout`)
}

if (import.meta.main) {
	const [orders = 100_000, users = 20_000] = process.argv.slice(2).map(Number)
	if (!Number.isInteger(orders) || !Number.isInteger(users) || orders < 0 || users < 1) {
		process.stderr.write('Uso: node rig/make-orders.ts [órdenes] [usuarios]\n')
		process.exit(1)
	}
	const database = await openOperatorDatabase(process.env, { mayCreate: true })
	try {
		await makeOrders(database.db, {
			orders,
			users,
			onProgress: (done) => process.stdout.write(`${done} órdenes\n`),
		})
	} finally {
		await database.close()
	}
}
