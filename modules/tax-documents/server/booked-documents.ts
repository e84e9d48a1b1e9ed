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
	return tiposDocumento.flatMap((kind) => {
		const own = rows.filter((row) => row.tipo === kind)
		if (own.length === 0) return []
		const sum = { tipo: kind, cantidad: 0, neto: 0, iva: 0, total: 0 }
		for (const row of own) {
			const each = bookAmounts(row)
			sum.cantidad += row.cantidad
			sum.neto += row.cantidad * each.neto
			sum.iva += row.cantidad * each.iva
			sum.total += row.cantidad * each.total
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

/** A document with its net amount and IVA. */
type Booked = Row & ReturnType<typeof bookAmounts>

const columns: readonly (readonly [name: string, cell: (row: Booked) => CsvValue])[] = [
	['tipo', (row) => row.tipo],
	['documento', (row) => documentName[row.tipo]],
	['folio', (row) => row.folio],
	['fecha', (row) => row.fecha],
	['neto', (row) => row.neto],
	['iva', (row) => row.iva],
	['total', (row) => row.total],
	['nro_orden', (row) => row.nro_orden],
	['metodo_pago', (row) => row.metodo_pago],
	['estado', (row) => row.estado],
	['anula_tipo', (row) => row.anula_tipo],
	['anula_folio', (row) => row.anula_folio],
	['orden_id', (row) => row.orden_id],
	['rut', (row) => row.rut],
	['razon_social', (row) => row.razon_social],
]

const annulled = alias(documentosTributarios, 'anulado')

/** Streams the tax documents of a month (`AAAA-MM`) for the accountant, one per line. A nota de crédito is negative. */
export async function* exportDocuments(db: Queryable, mes: string): AsyncGenerator<string> {
	yield csvHead(columns.map(([name]) => name))
	const batches = batchesOf<Row>((last, size) => readBatch(db, mes, last, size))
	for await (const rows of batches) {
		const booked = rows.map((row) => ({ ...row, ...bookAmounts(row) }))
		yield csvLines(booked.map((row) => columns.map(([, cell]) => cell(row))))
	}
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
