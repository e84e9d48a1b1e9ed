import { z } from 'zod'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { firstDaySteps, trialStates, triedSteps } from '#modules/first-day/first-day.ts'

/** One requirement before the shop runs unattended. */
export const firstDayItem = z.object({
	paso: z.enum(firstDaySteps),
	listo: z.boolean(),
	texto: z.string().describe('What was found, or what is missing; empty where there is nothing to say'),
})
export type FirstDayItem = z.infer<typeof firstDayItem>

/** The newest trial payment of a gateway that the shop offers. */
export const trialPayment = z.object({
	metodo_pago: z.enum(gatewayMethods),
	estado: z.enum(['nunca', ...trialStates]),
	url: z.string().nullable().describe('the page to pay at, while it is open'),
	pedida_at: z.string().nullable().describe('when it was paid and its refund requested'),
})
export type TrialPayment = z.infer<typeof trialPayment>

export const firstDayAnswer = z.object({
	results: z.array(firstDayItem),
	pagos_prueba: z.array(trialPayment),
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

export const trialParams = z.object({ metodo_pago: z.enum(gatewayMethods) })
export const openedTrialAnswer = z.object({ url: z.string() })
