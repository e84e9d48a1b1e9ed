import { z } from 'zod'
import { estadosDocumento, tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** A tax document of an order. `folio` and `url` are null until it is emitted. */
export const orderDocument = z.object({
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
export const staffDocument = orderDocument.extend({
	xml: z.string().nullable().describe('a link to its XML that expires'),
	motivo: z.string().nullable(),
})
export type StaffDocument = z.infer<typeof staffDocument>
