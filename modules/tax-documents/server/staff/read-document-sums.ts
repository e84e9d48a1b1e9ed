import { count } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { bookAmounts } from '#modules/tax-documents/book-amounts.ts'
import { bookedBetween } from '#modules/tax-documents/server/staff/booked-documents.ts'
import type { DocumentSum } from '#modules/tax-documents/shapes/document-sums.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/**
 * The sums of the tax documents of a period, in the order of their types. Equal amounts are one row: each is split into
 * net and IVA.
 */
export async function readDocumentSums(
	db: Queryable,
	{ desde, hasta }: { desde: string; hasta: string },
): Promise<DocumentSum[]> {
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
})
