import { formatRut } from '#core/rules/rut.ts'
import { documentName, documentTitle } from '#modules/tax-documents/document-text.ts'
import type { TipoDocumento, TipoVenta } from '#modules/tax-documents/tax-document.ts'

interface Named {
	readonly rut: string
	readonly razon_social: string
}

/** A company, or a person, for display: `Comercial Ñandú SpA, RUT 76.192.083-9`. */
export const companyText = ({ rut, razon_social }: Named): string => `${razon_social}, RUT ${formatRut(rut)}`

/** The recipient of an order's document: `Factura a nombre de`, `Comercial Ñandú SpA, RUT 76.192.083-9`. */
export function receptorText(receptor: Named & { readonly tipo: TipoVenta }): readonly [string, string] {
	return [`${documentName[receptor.tipo]} a nombre de`, companyText(receptor)]
}

/** What the panel's search found an order by, if it was a document or its recipient. */
export function documentReason({
	por,
	documento,
	receptor,
}: {
	readonly por: string
	readonly documento: { readonly tipo: TipoDocumento; readonly folio: number } | null
	readonly receptor: Named | null
}): string | undefined {
	if (por === 'documento' && documento) return documentTitle(documento)
	const isByReceptor = por === 'rut' || por === 'razon_social'
	return receptor && isByReceptor ? `${receptor.razon_social} · ${formatRut(receptor.rut)}` : undefined
}
