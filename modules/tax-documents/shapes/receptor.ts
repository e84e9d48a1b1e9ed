import { z } from 'zod'
import { plainText } from '#core/contract/plain-text.ts'
import { tiposVenta } from '#modules/tax-documents/tax-document.ts'

/** Longer than any accepted text, so that a too long one gets its field's error. */
const text = plainText(300)

/** The buying company on a factura. The RUT with its check digit, with or without dots. */
export const facturaRequest = z.object({
	rut: text,
	razon_social: text.describe('up to 100 characters'),
	giro: text.describe('up to 80 characters'),
	direccion: text.describe('up to 70 characters'),
	comuna: text.describe('up to 20 characters'),
})

/** The buyer, where the law requires one. */
export const compradorRequest = z.object({ rut: text, nombre: text.describe('up to 100 characters') })

/**
 * The recipient of an order's document, frozen at placing: all fields on a factura (33), RUT and name on a boleta (39).
 */
export const receptorAnswer = z.object({
	tipo: z.literal(tiposVenta),
	rut: z.string(),
	razon_social: z.string(),
	giro: z.string().nullable(),
	direccion: z.string().nullable(),
	comuna: z.string().nullable(),
})
export type ReceptorAnswer = z.infer<typeof receptorAnswer>
