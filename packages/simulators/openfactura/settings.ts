import { z } from 'zod'

/** What the tax authority says of a document once it looked at it; until then it is `Pendiente`. */
export const outcomes = ['Aceptado', 'Aceptado con Reparo', 'Rechazado', 'Sin estado'] as const
export type Outcome = (typeof outcomes)[number]

export const settingsSchema = z.object({
	/** How long the next documents stay pending. */
	segundos_pendiente: z.coerce.number().min(0).max(1_000_000).default(10),
	/** How the next documents end. */
	resultado: z.enum(outcomes).default('Aceptado'),
	/** Whether an emission warns of something, and in which of its two shapes. */
	advertencia: z.enum(['ninguna', 'texto', 'lista']).default('ninguna'),
	/** Errors come inside of `error` with a list, or bare with an object. */
	forma_error: z.enum(['con_sobre', 'sin_sobre']).default('con_sobre'),
	/** It takes no boletas of this company for a while (OF-23). */
	boletas_bloqueadas: z.coerce.boolean().default(false),
	/** Pesos above which the buyer of a boleta has to be named. */
	uf_135: z.coerce.number().int().positive().default(5_363_274),
})

export type Settings = z.output<typeof settingsSchema>
