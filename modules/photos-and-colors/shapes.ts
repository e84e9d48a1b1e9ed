import { z } from 'zod'
import { plainText, wholeNumber } from '#core/contract/fields.ts'

/** A colour in the panel's list. */
export const staffColor = z.object({
	color: z.string(),
	slug: z.string(),
	/** The swatch, `#rrggbb`; null for the built-in four, which have theirs in the stylesheet. */
	muestra: z.string().nullable(),
	/** The address of its small picture; null for a colour added by staff without a photo. */
	imagen: z.string().nullable(),
	con_foto: z.boolean(),
	visible: z.boolean(),
})
export type StaffColor = z.infer<typeof staffColor>

export const listColorsAnswer = z.object({ colores: z.array(staffColor) })
export type ListColorsAnswer = z.infer<typeof listColorsAnswer>

/** `precio` in CLP, `stock` in units. */
export const createColorRequest = z.object({
	color: plainText(40),
	muestra: z.string().trim().toLowerCase().max(7),
	precio: wholeNumber,
	stock: wholeNumber.default(0),
})
export type CreateColorRequest = z.output<typeof createColorRequest>
