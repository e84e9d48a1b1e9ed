import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf } from '#core/server/lists/batches.ts'
import { type CsvValue, csvHead, csvLines } from '#core/server/lists/csv-lines.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { bookAmounts } from '#modules/tax-documents/book-amounts.ts'
import { documentName } from '#modules/tax-documents/document-text.ts'
import { bookedBetween } from '#modules/tax-documents/server/staff/booked-documents.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'

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
	const batches = batchesOf<Row>((last, size) => readBatch(db, mes, last, size))
	for await (const rows of batches) yield csvLines(rows.map(lineOf))
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

async function readBatch(
	db: Queryable,
	mes: string,
	last: Pick<typeof documentosTributarios.$inferSelect, 'fecha' | 'tipo' | 'folio'> | undefined,
	size: number,
) {
	const { orden_id, secuencia, tipo, folio, fecha, monto, estado } = documentosTributarios
	const { nro_orden, metodo_pago } = ordenes
	const after = last && sql`(${fecha}, ${tipo}, ${folio}) > (${last.fecha}, ${last.tipo}, ${last.folio})`
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
		.limit(size)
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
