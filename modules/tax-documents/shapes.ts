import { z } from 'zod'
import { day, plainText, rowNumber } from '#core/contract/fields.ts'
import { optionalOneOf } from '#core/contract/lists.ts'
import { maxPdfBytes } from '#modules/tax-documents/hand-document.ts'
import { estadosDocumento, tiposDocumento, tiposVenta } from '#modules/tax-documents/tax-document.ts'

/** Longer than any accepted text, so that a too long one gets its field's error. */
const text = plainText(300)

/** The buying company on a factura. The RUT with its check digit, with or without dots. */
const facturaRequest = z.object({
	rut: text,
	razon_social: text.describe('up to 100 characters'),
	giro: text.describe('up to 80 characters'),
	direccion: text.describe('up to 70 characters'),
	comuna: text.describe('up to 20 characters'),
})

/** Of the request that places an order. */
export const receptorOfRequest = {
	/** Requests a factura instead of a boleta. */
	factura: facturaRequest.optional(),
	/** The buyer; required above 135 UF without a factura, and ignored below. */
	comprador: z.object({ rut: text, nombre: text.describe('up to 100 characters') }).optional(),
}

/** Of the profile. */
export const facturaOfProfile = {
	factura: facturaRequest.nullable().describe('what the last factura was made out to'),
}
export const forgetFactura = {
	factura: z.null().optional().describe('null: what the last factura was made out to is forgotten'),
}

/** Of an order that the panel's search found. */
export const foundByDocument = {
	documento: z
		.object({ tipo: z.literal(tiposDocumento), folio: z.int() })
		.nullable()
		.describe('the tax document that it was found by'),
	receptor: z
		.object({ rut: z.string(), razon_social: z.string() })
		.nullable()
		.describe('the company, or the named buyer, that it was found by'),
}

/** Of the checkout's data. */
export const checkoutLimits = {
	/** The CLP above which the law requires the buyer's name. */
	uf_135: z.int(),
}

/** Of a confirmation. */
export const confirmationDocument = {
	documento: z
		.union([z.literal(39), z.literal(33)])
		.nullable()
		.describe('the boleta or factura that its customer gets by mail; null where none is due, or the shop makes none'),
}

/**
 * The recipient of an order's document, frozen at placing: all fields on a factura (33), RUT and name on a boleta (39).
 */
const receptorAnswer = z.object({
	tipo: z.literal(tiposVenta),
	rut: z.string(),
	razon_social: z.string(),
	giro: z.string().nullable(),
	direccion: z.string().nullable(),
	comuna: z.string().nullable(),
})
export type ReceptorAnswer = z.infer<typeof receptorAnswer>

/** A tax document of an order. `folio` and `url` are null until it is emitted. */
const orderDocument = z.object({
	id: z.uuid(),
	tipo: z.literal(tiposDocumento),
	folio: z.int().nullable(),
	estado: z.enum(estadosDocumento),
	monto: z.int(),
	url: z.string().nullable().describe('a link to its PDF that expires'),
	created_at: z.string(),
})
export type OrderDocument = z.infer<typeof orderDocument>

/** The same for staff: with a link to its XML, and the reason of a rejection. */
const staffDocument = orderDocument.extend({
	xml: z.string().nullable().describe('a link to its XML that expires'),
	motivo: z.string().nullable(),
})
export type StaffDocument = z.infer<typeof staffDocument>

/** Of an order for its customer; not of one behind a mailed link. */
export const receptorOfOrder = {
	receptor: receptorAnswer.nullable().describe('recipient of its document; null for an anonymous boleta'),
}
export const receptorIsPrivate = { receptor: true } as const

export const documentsOfOwnOrder = {
	documentos: z.array(orderDocument).describe('its tax documents, oldest first'),
}

export const documentsOfStaffOrder = {
	documentos: z.array(staffDocument).describe('its tax documents, oldest first'),
}

export const documentsOfDetail = {
	...receptorOfOrder,
	documentos_a_mano: z
		.boolean()
		.describe('staff may write down a tax document of it: the shop makes none, or one was lost'),
}

export const documentFilter = {
	documento: optionalOneOf(estadosDocumento).describe('with a tax document in this state'),
}

export const handDocumentRequest = z.object({
	tipo: z.literal(tiposDocumento),
	folio: rowNumber,
	fecha: day.describe('its date of emission in Santiago'),
	pdf: z
		.base64()
		.max(Math.ceil(maxPdfBytes / 3) * 4)
		.describe('the PDF itself'),
})
export type HandDocumentRequest = z.output<typeof handDocumentRequest>

const documentSum = z.object({
	tipo: z.literal(tiposDocumento),
	cantidad: z.int(),
	neto: z.int(),
	iva: z.int(),
	total: z.int(),
})
export type DocumentSum = z.infer<typeof documentSum>

/** What the tax documents add to the numbers of a period. */
export const documentsOfSummary = {
	documentos: z
		.array(documentSum)
		.describe('the tax documents dated in the period that were not rejected; the pesos of a 61 are below zero'),
	documentos_por_emitir: z
		.int()
		.describe('pesos of the documents due in the period that have no folio yet, those of a 61 below zero'),
}
