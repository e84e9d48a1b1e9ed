import { type EstadoDocumento, estadosDocumento, type TipoDocumento } from '#modules/tax-documents/tax-document.ts'

export const documentName: Readonly<Record<TipoDocumento, string>> = {
	39: 'Boleta',
	33: 'Factura',
	61: 'Nota de crédito',
}

/** A document's name with its folio, as in `Boleta N° 123`; without one until it is emitted. */
export function documentTitle({ tipo, folio }: { tipo: TipoDocumento; folio: number | null }): string {
	return folio === null ? documentName[tipo] : `${documentName[tipo]} N° ${folio}`
}

const documentPlural: Readonly<Record<TipoDocumento, string>> = {
	39: 'boletas',
	33: 'facturas',
	61: 'notas de crédito',
}

/** The count of a type: `1 boleta`, `2 notas de crédito`. */
export function documentCount(tipo: TipoDocumento, cantidad: number): string {
	return `${cantidad} ${cantidad === 1 ? documentName[tipo].toLowerCase() : documentPlural[tipo]}`
}

export const estadoDocumentoText: Readonly<Record<EstadoDocumento, string>> = {
	por_emitir: 'Por emitir',
	emitida: 'Emitida',
	aceptada: 'Aceptada',
	rechazada: 'Rechazada',
	por_revisar: 'Por revisar',
}

/** The step of a paid order whose document is mailed; undefined without one. */
export const documentStep = ({ documento }: { readonly documento?: TipoDocumento | null }): string | undefined =>
	documento ? `Tu ${documentName[documento].toLowerCase()} llega a tu correo.` : undefined

/** The filter of orders by the state of a document. */
export const documentChoice = {
	param: 'documento',
	label: 'Documento',
	options: [['', 'Todos'], ...estadosDocumento.map((estado) => [estado, estadoDocumentoText[estado]] as const)],
} as const

export const formatosDocumento = ['pdf', 'xml'] as const
export type FormatoDocumento = (typeof formatosDocumento)[number]

/** A document's file name: `boleta-123.pdf`. */
export function documentFileName(document: { tipo: TipoDocumento; folio: number }, formato: FormatoDocumento): string {
	const name = documentName[document.tipo].toLowerCase().replaceAll(' ', '-').replaceAll('é', 'e')
	return `${name}-${document.folio}.${formato}`
}
