import { z } from 'zod'

/** Of the request that places an order. A text that is no name is counted as another source, and refused never. */
export const sourceHeader = {
	'utm-source': z.string().optional().describe('the `utm_source` of the visit, counted by day without the order'),
}

export const visitsAnswer = z.object({
	desde: z.string(),
	hasta: z.string(),
	contado_desde: z.string().nullable().describe('the first day with a count; null: none yet'),
	fuentes: z
		.array(
			z.object({
				fuente: z
					.string()
					.describe('`utm_source`; empty without any, `otro` for all beyond the names that are counted'),
				ordenes: z.int().describe('placed in the checkout, paid or not'),
				total: z.int().describe('pesos of these orders'),
			}),
		)
		.describe('most orders first'),
})
export type VisitsAnswer = z.infer<typeof visitsAnswer>
