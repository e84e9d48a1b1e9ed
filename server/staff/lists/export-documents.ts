import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { bookAmounts } from '#domain/tax-documents/book-amounts.ts'
import { documentName } from '#domain/tax-documents/document-text.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { documentosTributarios, receptores } from '#server/db/tables/tax-documents.ts'
import { bookedBetween } from '#server/staff/lists/booked-documents.ts'
import { type CsvValue, csvHead, csvLines } from '#server/staff/lists/csv-lines.ts'

/** Documents read per query: the file streams, and no request loads all of it. */
const batch = 1000

const columns = [
	'tipo',
	'documento',
	'folio',
	'fecha',
	'neto',
	'iva',
	'total',
	'nro_orden',
	'metodo_pago',
	'estado',
	'anula_tipo',
	'anula_folio',
	'orden_id',
	'rut',
	'razon_social',
] as const

const annulled = alias(documentosTributarios, 'anulado')

/** Streams the tax documents of a month (`AAAA-MM`) for the accountant, one per line. A nota de crédito is negative. */
export async function* exportDocuments(db: Queryable, mes: string): AsyncGenerator<string> {
	yield csvHead(columns)
	let after: SQL | undefined
	for (;;) {
		const rows = await readBatch(db, mes, after)
		yield csvLines(rows.map(lineOf))
		const last = rows.at(-1)
		if (!last || rows.length < batch) return
		const { fecha, tipo, folio } = documentosTributarios
		after = sql`(${fecha}, ${tipo}, ${folio}) > (${last.fecha}, ${last.tipo}, ${last.folio})`
		// The embedded database runs in this process; without a pause no other request would be answered.
		await setImmediate()
	}
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

async function readBatch(db: Queryable, mes: string, after: SQL | undefined) {
	const { orden_id, secuencia, tipo, folio, fecha, monto, estado } = documentosTributarios
	const { nro_orden, metodo_pago } = ordenes
	const isAnnulled = and(
		eq(tipo, 61),
		eq(annulled.orden_id, orden_id),
		eq(annulled.secuencia, secuencia),
		ne(annulled.tipo, 61),
	)
	return await db
		.select({
			orden_id,
			tipo,
			folio,
			fecha,
			monto,
			estado,
			nro_orden,
			metodo_pago,
			anula_tipo: annulled.tipo,
			anula_folio: annulled.folio,
			rut: receptores.rut,
			razon_social: receptores.razon_social,
		})
		.from(documentosTributarios)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.leftJoin(annulled, isAnnulled)
		.leftJoin(receptores, eq(receptores.orden_id, orden_id))
		.where(and(bookedBetween(`${mes}-01`, `${mes}-31`), after))
		.orderBy(asc(fecha), asc(tipo), asc(folio))
		.limit(batch)
}

function lineOf(row: Row): CsvValue[] {
	const { neto, iva, total } = bookAmounts(row)
	return [
		row.tipo,
		documentName[row.tipo],
		row.folio,
		row.fecha,
		neto,
		iva,
		total,
		row.nro_orden,
		row.metodo_pago,
		row.estado,
		row.anula_tipo,
		row.anula_folio,
		row.orden_id,
		row.rut,
		row.razon_social,
	]
}
