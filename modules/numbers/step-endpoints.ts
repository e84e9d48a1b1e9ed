import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { reportedSteps } from '#modules/numbers/funnel.ts'

/** Counts a step of the funnel. The request has no other data. */
export const reportStep = endpoint({
	tag: 'catálogo',
	caller: 'anyone',
	method: 'POST',
	path: '/api/pasos/',
	limits: ['pasos'],
	body: z.strictObject({ paso: z.enum(reportedSteps) }),
	status: 204,
	answer: z.null(),
})
