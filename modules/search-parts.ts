import type { Finders } from '#modules/search/server/finder.ts'
import { findByCompany, findByFolio, findByRut } from '#modules/tax-documents/server/documents.ts'

/** The finders of modules, by what they search for. */
export const finders: Finders = { documento: findByFolio, rut: findByRut, razon_social: findByCompany }
