import { z } from 'zod'

/** Later decisions of the tax authority; before them the state is `Pendiente`. */
export const outcomes = ['Aceptado', 'Aceptado con Reparo', 'Rechazado', 'Sin estado'] as const
export type Outcome = (typeof outcomes)[number]

export const settingsSchema = z.object({
	/** How long the next documents are pending. */
	segundos_pendiente: z.coerce.number().min(0).max(1_000_000).default(10),
	/** Decision for the next documents. */
	resultado: z.enum(outcomes).default('Aceptado'),
	/** Whether an issue returns a warning, and in which of two formats. */
	advertencia: z.enum(['ninguna', 'texto', 'lista']).default('ninguna'),
	/** Errors are inside `error` with a list, or bare with an object. */
	forma_error: z.enum(['con_sobre', 'sin_sobre']).default('con_sobre'),
	/** Rejects boletas of this company for a while (OF-23). */
	boletas_bloqueadas: z.coerce.boolean().default(false),
	/** CLP above which a boleta must name its buyer. */
	uf_135: z.coerce.number().int().positive().default(5_363_274),
})

export type Settings = z.output<typeof settingsSchema>
