import { z } from 'zod'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

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
}
