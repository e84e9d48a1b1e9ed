import { z } from 'zod'
import { maxSpeed, minVisits, speeds } from '#modules/found/speed.ts'

/** Of the request that places an order. A text that is no name is counted as another source, and refused never. */
export const sourceHeader = {
	'utm-source': z.string().optional().describe('the `utm_source` of the visit, counted by day without the order'),
}

const value = z.int().min(0).max(maxSpeed).optional()

/** How fast a page was; what its browser does not measure is absent. */
export const speedReport = z.strictObject({
	lcp: value.describe('Largest Contentful Paint, ms'),
	inp: value.describe('Interaction to Next Paint, ms'),
	cls: value.describe('Cumulative Layout Shift, thousandths'),
})

export type SpeedReport = z.output<typeof speedReport>

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
	velocidad: z
		.array(
			z.object({
				medida: z.enum(speeds),
				visitas: z.int(),
				buenas: z.int(),
				regulares: z.int(),
				malas: z.int(),
				porcentaje: z.number().nullable().describe(`of good visits, one decimal; null below ${minVisits} visits`),
			}),
		)
		.describe('visits by the limits of Core Web Vitals'),
})
export type VisitsAnswer = z.infer<typeof visitsAnswer>
