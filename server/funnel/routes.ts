import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { reportStepRequest } from '#contract/cart/report-step.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { isPerson, opensPage } from '#server/funnel/is-person.ts'
import type { StepCounter } from '#server/funnel/step-counter.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'

/** Where the browser tells of a step. The same answer whether it counts or not: there is nothing to find out. */
export function funnelRoutes(deps: {
	readonly steps: StepCounter
	readonly limits: RateLimits
}): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/pasos',
			{
				schema: { tags: ['catálogo'], body: reportStepRequest, response: { 204: z.null(), ...errorAnswers } },
				preHandler: deps.limits.limit('pasos'),
			},
			async ({ headers, body }, reply) => {
				if (isPerson(headers)) deps.steps.count(body.paso)
				return reply.code(204).send(null)
			},
		)
	}
}

/** Counts every time that somebody is shown Home, the copy that their browser kept included. To be called before pages are added. */
export function countHome(app: FastifyInstance, steps: Pick<StepCounter, 'count'>): void {
	app.addHook('onResponse', async ({ method, routeOptions, headers }, { statusCode }) => {
		const isShown = method === 'GET' && routeOptions.url === '/' && (statusCode === 200 || statusCode === 304)
		if (isShown && isPerson(headers) && opensPage(headers)) steps.count('portada')
	})
}
