import { z } from 'zod'
import { plainText } from '#contract/plain-text.ts'
import { tiposVenta } from '#domain/tax-documents/tax-document.ts'

/** Longer than anything that is taken, so that what is too long is told of by its field. */
const text = plainText(300)

/** What a factura names of the company that buys. The RUT with its check digit, with dots or without. */
export const facturaRequest = z.object({
	rut: text,
	razon_social: text.describe('up to 100 characters'),
	giro: text.describe('up to 80 characters'),
	direccion: text.describe('up to 70 characters'),
	comuna: text.describe('up to 20 characters'),
})

/** Who buys, where the law asks for it. */
export const compradorRequest = z.object({ rut: text, nombre: text.describe('up to 100 characters') })

/** Whom the document of an order names, as it was placed: all of it on a factura (33), RUT and name on a boleta (39). */
export const receptorAnswer = z.object({
	tipo: z.literal(tiposVenta),
	rut: z.string(),
	razon_social: z.string(),
	giro: z.string().nullable(),
	direccion: z.string().nullable(),
	comuna: z.string().nullable(),
})
export type ReceptorAnswer = z.infer<typeof receptorAnswer>
