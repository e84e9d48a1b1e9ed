import type { Files } from '#core/server/files/files.ts'
import type { DocumentFormat } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { TaxSetup } from '#modules/tax-documents/server/tax-setup.ts'
import type { TaxDocumentRow } from '#modules/tax-documents/tables.ts'

export interface DocumentFileDeps {
	readonly files: Files
	readonly tax: TaxSetup | undefined
}

export const contentTypes: Readonly<Record<DocumentFormat, string>> = {
	pdf: 'application/pdf',
	xml: 'application/xml',
}

/** The file key of the shop's own copy of a document. */
export const documentKey = (id: string, format: DocumentFormat) => `documentos/${id}.${format}`

/** The shop's copy, or the provider's, which is stored once accepted (six years by law); undefined without either. */
export async function readDocumentFile(
	{ files, tax }: DocumentFileDeps,
	{ id, tipo, folio, token, estado }: TaxDocumentRow,
	format: DocumentFormat,
): Promise<Uint8Array | undefined> {
	if (folio === null) return undefined
	const stored = await files.get(documentKey(id, format))
	// Without a token no provider made it: staff recorded it, with its PDF.
	if (stored || token === null) return stored
	const answer = await tax?.provider.file({ tipo, folio, token }, format)
	if (answer?.kind !== 'file') return undefined
	if (estado === 'aceptada') await files.put(documentKey(id, format), answer.bytes, contentTypes[format])
	return answer.bytes
}
