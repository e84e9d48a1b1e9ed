import { count } from 'drizzle-orm'
import type { SummaryAnswer } from '#contract/staff/summary.ts'
import { bookAmounts } from '#domain/tax-documents/book-amounts.ts'
import { type TipoDocumento, tiposDocumento } from '#domain/tax-documents/tax-document.ts'
import type { Database } from '#server/db/database.ts'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import { bookedBetween } from '#server/staff/lists/booked-documents.ts'

/** The sums of the tax documents of a period, by type. Equal amounts are read as one row: each is split into net and IVA. */
export async function readDocumentSums(
	db: Database,
	{ desde, hasta }: { desde: string; hasta: string },
): Promise<SummaryAnswer['documentos']> {
	const { tipo, monto } = documentosTributarios
	const rows = await db
		.select({ tipo, monto, cantidad: count() })
		.from(documentosTributarios)
		.where(bookedBetween(desde, hasta))
		.groupBy(tipo, monto)
	const ofType = (wanted: TipoDocumento) => rows.filter((row) => row.tipo === wanted)
	return tiposDocumento.flatMap((wanted) => (ofType(wanted).length > 0 ? [sumDocuments(wanted, ofType(wanted))] : []))
}

function sumDocuments(
	tipo: TipoDocumento,
	rows: readonly { monto: number; cantidad: number }[],
): SummaryAnswer['documentos'][number] {
	const sum = { tipo, cantidad: 0, neto: 0, iva: 0, total: 0 }
	for (const { monto, cantidad } of rows) {
		const each = bookAmounts({ tipo, monto })
		sum.cantidad += cantidad
		sum.neto += cantidad * each.neto
		sum.iva += cantidad * each.iva
		sum.total += cantidad * each.total
	}
	return sum
}
