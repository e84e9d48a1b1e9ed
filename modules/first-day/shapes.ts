import { z } from 'zod'
import { firstDaySteps, triedSteps } from '#modules/first-day/first-day.ts'

/** One requirement before the shop runs unattended. */
export const firstDayItem = z.object({
	paso: z.enum(firstDaySteps),
	listo: z.boolean(),
	texto: z.string().describe('What was found, or what is missing; empty where there is nothing to say'),
})
export type FirstDayItem = z.infer<typeof firstDayItem>

export const firstDayAnswer = z.object({
	results: z.array(firstDayItem),
	count: z.int(),
	faltan: z.int(),
	cierre: z
		.object({ vuelta: z.string().nullable().describe('the day on which it opens again; null: none is set') })
		.nullable()
		.describe('the owner closed the shop; null: it is open'),
	editable: z.boolean().describe('whether the caller may try the steps'),
})
export type FirstDayAnswer = z.infer<typeof firstDayAnswer>

export const tryStepParams = z.object({ paso: z.enum(triedSteps) })
export const tryStepAnswer = z.object({ texto: z.string() })
