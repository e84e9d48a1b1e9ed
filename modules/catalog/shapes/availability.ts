import { z } from 'zod'

export const availabilityAnswer = z.object({
	stock: z.record(z.string(), z.int().min(0)),
	limites: z.object({
		limite_unidades_linea: z.int().describe('of one colour'),
		limite_unidades_orden: z.int().describe('of all colours together'),
	}),
})
export type AvailabilityAnswer = z.infer<typeof availabilityAnswer>
