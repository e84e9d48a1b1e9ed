import { and, gte, inArray, isNotNull, lte, type SQL } from 'drizzle-orm'
import { isBooked } from '#domain/tax-documents/book-amounts.ts'
import { estadosDocumento } from '#domain/tax-documents/tax-document.ts'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'

const booked = estadosDocumento.filter((estado) => isBooked[estado])

/** Documents of a period's books, by their own date, with a folio and not rejected. Days of Santiago, both included. */
export function bookedBetween(desde: string, hasta: string): SQL | undefined {
	const { fecha, folio, estado } = documentosTributarios
	return and(gte(fecha, desde), lte(fecha, hasta), isNotNull(folio), inArray(estado, booked))
}
