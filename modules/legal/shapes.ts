import { z } from 'zod'
import { plainText } from '#core/contract/fields.ts'
import { maxProcessorText } from '#modules/legal/processors.ts'

const texts = {
	nombre: z.string(),
	finalidad: z.string(),
	pais: z.string().describe('of the company; empty: unknown'),
	enlace: z.string().describe('to its privacy policy; empty: none'),
}

export const processorsAnswer = z.array(z.object(texts))

/** A processor for staff. */
const staffProcessor = z.object({
	clave: z.string(),
	...texts,
	oculto: z.boolean().describe('not shown to customers'),
	propio: z.boolean().describe('added by the owner, not configured'),
	corregido: z.boolean().describe('differs from the configuration'),
})
export type StaffProcessor = z.infer<typeof staffProcessor>

export const listProcessorsAnswer = z.object({
	results: z.array(staffProcessor),
	count: z.int(),
	editable: z.boolean().describe('whether the reader may change them'),
})

export const changeProcessorRequest = z.object({
	nombre: plainText(maxProcessorText.nombre),
	finalidad: plainText(maxProcessorText.finalidad),
	pais: plainText(maxProcessorText.pais),
	enlace: plainText(maxProcessorText.enlace),
	oculto: z.boolean(),
})
export type ChangeProcessorRequest = z.output<typeof changeProcessorRequest>
