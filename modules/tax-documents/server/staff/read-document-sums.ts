import { count } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { SummaryAnswer } from '#modules/numbers/shapes/summary.ts'
import { bookAmounts } from '#modules/tax-documents/book-amounts.ts'
import { bookedBetween } from '#modules/tax-documents/server/staff/booked-documents.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

type DocumentSums = SummaryAnswer['documentos']

/**
 * The sums of the tax documents per day of a period, by type. Equal amounts are one row: each is split into net and
 * IVA.
 */
export async function readDocumentSums(
	db: Queryable,
	{ desde, hasta }: { desde: string; hasta: string },
): Promise<Map<string, DocumentSums>> {
	const { fecha, tipo, monto } = documentosTributarios
	const rows = await db
		.select({ fecha, tipo, monto, cantidad: count() })
		.from(documentosTributarios)
		.where(bookedBetween(desde, hasta))
		.groupBy(fecha, tipo, monto)
	const byDay = Map.groupBy(rows, (row) => row.fecha ?? '')
	return new Map([...byDay].map(([dia, own]) => [dia, addUpDocuments(own.map(amountsOf))]))
}

function amountsOf(row: Parameters<typeof bookAmounts>[0] & { cantidad: number }): DocumentSums[number] {
	const { tipo, cantidad } = row
	const each = bookAmounts(row)
	return { tipo, cantidad, neto: cantidad * each.neto, iva: cantidad * each.iva, total: cantidad * each.total }
}

/** Sums up by type, in the order of the types. */
export function addUpDocuments(rows: DocumentSums): DocumentSums {
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
