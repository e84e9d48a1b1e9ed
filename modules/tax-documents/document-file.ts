import { documentName } from '#modules/tax-documents/document-text.ts'
import type { TipoDocumento } from '#modules/tax-documents/tax-document.ts'

export const formatosDocumento = ['pdf', 'xml'] as const
export type FormatoDocumento = (typeof formatosDocumento)[number]

/** A document's file name: `boleta-123.pdf`. */
export function documentFileName(document: { tipo: TipoDocumento; folio: number }, formato: FormatoDocumento): string {
	const name = documentName[document.tipo].toLowerCase().replaceAll(' ', '-').replaceAll('é', 'e')
	return `${name}-${document.folio}.${formato}`
}
