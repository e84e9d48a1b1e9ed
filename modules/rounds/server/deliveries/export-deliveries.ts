import { and, asc, type SQL, sql } from 'drizzle-orm'
import { shopZone } from '#core/rules/shop-zone.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf } from '#core/server/lists/batches.ts'
import { type CsvValue, csvHead, csvLines } from '#core/server/lists/csv-lines.ts'
import type { StaffDeps } from '#modules/context.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import { deliveriesWhere } from '#modules/rounds/server/deliveries/delivery-filter.ts'
import { describeDeliveries, numbered } from '#modules/rounds/server/deliveries/describe-deliveries.ts'
import type { DeliveryFilter } from '#modules/rounds/shapes/deliveries.ts'
import { paradas } from '#modules/rounds/tables.ts'

const columns = [
	'nro_orden',
	'ronda',
	'estado',
	'desde',
	'hasta',
	'hecha',
	'atrasada',
	'adelantada',
	'recibe',
	'motivo',
	'nota',
	'cobrado',
	'vuelto',
	'repartidor',
	'nombre',
	'direccion',
	'comuna',
	'orden_estado',
	'orden_id',
] as const

// Swedish formats times as `2026-11-25 15:20:00`.
const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: shopZone })
const local = (iso: string) => moments.format(new Date(iso))

function lineOf(row: Delivery): CsvValue[] {
	return [
		row.nro_orden,
		row.ronda,
		row.estado,
		local(row.desde),
		local(row.hasta),
		row.hecha_at && local(row.hecha_at),
		row.atrasada ? 'sí' : 'no',
		row.adelantada ? 'sí' : 'no',
		row.recibe,
		row.motivo,
		row.nota,
		row.cobrado,
		row.vuelto,
		row.repartidor,
		row.nombre,
		formatDireccion(row.direccion),
		row.comuna,
		row.orden_estado,
		row.orden_id,
	]
}

/** The cursor of a file; timestamps in the database's full precision. */
interface Place {
	readonly numero: number
	readonly fecha: string
}

/** Reads the deliveries of a file, the oldest first, in batches by keyset. */
function deliveryBatches(db: Queryable, where: SQL | undefined) {
	const { fecha_at, numero } = paradas
	return batchesOf<Place>(async (last, size) => {
		const after = last && sql`(${fecha_at}, ${numero}) > (${last.fecha}::timestamptz, ${last.numero}::int)`
		return await db
			.select({ numero, fecha: sql<string>`${fecha_at}::text` })
			.from(paradas)
			.where(and(where, after))
			.orderBy(asc(fecha_at), asc(numero))
			.limit(size)
	})
}

/** Streams the filtered deliveries as CSV, the oldest first. */
export async function* exportDeliveries(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	filter: DeliveryFilter,
): AsyncGenerator<string> {
	yield csvHead(columns)
	const now = deps.clock.now()
	for await (const batch of deliveryBatches(deps.db, deliveriesWhere(deps.db, filter, now))) {
		const keys = batch.map((row) => row.numero)
		yield csvLines((await describeDeliveries(deps.db, numbered(keys), now)).map(lineOf))
	}
}
