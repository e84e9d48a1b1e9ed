import { and, gte, inArray, isNotNull, lte, type SQL } from 'drizzle-orm'
import { isBooked } from '#modules/tax-documents/book-amounts.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { estadosDocumento } from '#modules/tax-documents/tax-document.ts'

const booked = estadosDocumento.filter((estado) => isBooked[estado])

/** Documents of a period's books, by their own date, with a folio and not rejected. Days of Santiago, both included. */
export function bookedBetween(desde: string, hasta: string): SQL | undefined {
	const { fecha, folio, estado } = documentosTributarios
	return and(gte(fecha, desde), lte(fecha, hasta), isNotNull(folio), inArray(estado, booked))
}
