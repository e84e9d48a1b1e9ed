import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { reportStep } from '#contract/catalog/endpoints.ts'
import { isPerson, opensPage } from '#server/funnel/is-person.ts'
import type { StepCounter } from '#server/funnel/step-counter.ts'
import { handle } from '#server/http/handle.ts'

/** Counts reported steps. The answer is the same whether a step counts or not. */
export function funnelRoutes({ steps }: { readonly steps: StepCounter }): FastifyPluginAsync {
	return async (app) => {
		handle(app, reportStep, async ({ headers, body }) => {
			if (isPerson(headers)) steps.count(body.paso)
			return null
		})
	}
}

/** Counts every view of Home, including cached copies. Call it before pages are added. */
export function countHome(app: FastifyInstance, steps: Pick<StepCounter, 'count'>): void {
	app.addHook('onResponse', async ({ method, routeOptions, headers }, { statusCode }) => {
		const isShown = method === 'GET' && routeOptions.url === '/' && (statusCode === 200 || statusCode === 304)
		if (isShown && isPerson(headers) && opensPage(headers)) steps.count('portada')
	})
}
