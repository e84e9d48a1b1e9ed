import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf, type CsvValue, csvHead, csvLines } from '#core/server/lists/csv.ts'
import { type Period, withinDays } from '#core/server/lists/list-page.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { documentName } from '#modules/tax-documents/document-text.ts'
import type { DocumentSum } from '#modules/tax-documents/shapes.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'
import { bookAmounts, estadosDocumento, isBooked, tiposDocumento } from '#modules/tax-documents/tax-document.ts'

const booked = estadosDocumento.filter((estado) => isBooked[estado])

/** Documents of a period's books, by their own date, with a folio and not rejected. Days of Santiago, both included. */
function bookedBetween(desde: string, hasta: string): SQL | undefined {
	const { fecha, folio, estado } = documentosTributarios
	return and(gte(fecha, desde), lte(fecha, hasta), isNotNull(folio), inArray(estado, booked))
}

/**
 * The sums of the tax documents of a period, in the order of their types. Equal amounts are one row: each is split into
 * net and IVA.
 */
async function readDocumentSums(db: Queryable, { desde, hasta }: Period): Promise<DocumentSum[]> {
	const { tipo, monto } = documentosTributarios
	const rows = await db
		.select({ tipo, monto, cantidad: count() })
		.from(documentosTributarios)
		.where(bookedBetween(desde, hasta))
		.groupBy(tipo, monto)
	return addUpDocuments(rows.map(amountsOf))
}

function amountsOf(row: Parameters<typeof bookAmounts>[0] & { cantidad: number }): DocumentSum {
	const { tipo, cantidad } = row
	const each = bookAmounts(row)
	return { tipo, cantidad, neto: cantidad * each.neto, iva: cantidad * each.iva, total: cantidad * each.total }
}

function addUpDocuments(rows: readonly DocumentSum[]): DocumentSum[] {
	return tiposDocumento.flatMap((tipo) => {
		const own = rows.filter((row) => row.tipo === tipo)
		if (own.length === 0) return []
		const sum = { tipo, cantidad: 0, neto: 0, iva: 0, total: 0 }
		for (const row of own) {
			sum.cantidad += row.cantidad
			sum.neto += row.neto
			sum.iva += row.iva
			sum.total += row.total
		}
		return [sum]
	})
}

/** The fields of the panel's numbers. */
export const readDocumentParts = async (...read: Parameters<typeof readDocumentSums>) => ({
	documentos: await readDocumentSums(...read),
	documentos_por_emitir: await readPending(...read),
})

/** CLP of the documents due in the period that have no folio yet, those of a 61 below zero. */
async function readPending(db: Queryable, period: Period): Promise<number> {
	const { tipo, monto, folio, estado, created_at } = documentosTributarios
	const [row] = await db
		.select({ total: sql<number>`coalesce(sum(case when ${tipo} = 61 then -${monto} else ${monto} end), 0)::float8` })
		.from(documentosTributarios)
		.where(and(withinDays(created_at, period), isNull(folio), ne(estado, 'rechazada')))
	return row?.total ?? 0
}

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
