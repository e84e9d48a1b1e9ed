import { z } from 'zod'
import { listOf, optionalText, pageQuery } from '#core/contract/lists.ts'
import { jobQueues } from '#core/rules/job-queues.ts'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { gatewayCalls } from '#modules/orders/payment-details.ts'

export const jobStates = ['espera', 'reintento', 'en_curso', 'fallido'] as const

export const listJobsQuery = pageQuery.extend({
	estado: optionalText(20).pipe(z.enum(jobStates).optional()),
	cola: optionalText(60).pipe(z.enum(jobQueues).optional()),
})
export type ListJobsQuery = z.output<typeof listJobsQuery>

/** One job: `espera` was not run yet, `reintento` failed and waits for its retry, `fallido` was given up. */
const staffJob = z.object({
	id: z.uuid(),
	cola: z.enum(jobQueues),
	estado: z.enum(jobStates),
	intentos: z.int().describe('tries that failed'),
	max_intentos: z.int(),
	created_at: z.string(),
	proximo_at: z.string().nullable().describe('when it is tried next'),
	error: z.string().nullable(),
	orden_id: z.string().nullable().describe('the order that it is about'),
})
export type StaffJob = z.infer<typeof staffJob>

export const listJobsAnswer = listOf(staffJob).extend({
	pasarelas: z
		.array(
			z.object({
				gateway: z.enum(gatewayMethods),
				seguidas: z.int(),
				desde: z.string(),
				llamada: z.enum(gatewayCalls),
				respuesta: z.string(),
				orden_id: z.string().nullable(),
			}),
		)
		.describe('gateways whose last calls failed'),
	colas: z.array(
		z.object({ cola: z.enum(jobQueues), espera: z.int(), reintento: z.int(), en_curso: z.int(), fallido: z.int() }),
	),
})
export type ListJobsAnswer = z.infer<typeof listJobsAnswer>
