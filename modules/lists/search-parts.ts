import type { Finders } from '#modules/orders/staff/server/finder.ts'
import { companyFinder, folioFinder, rutFinder } from '#modules/tax-documents/server/documents.ts'

/** The finders of modules, by what they search for. */
export const finders: Finders = { documento: folioFinder, rut: rutFinder, razon_social: companyFinder }
