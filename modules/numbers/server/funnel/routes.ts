import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { reportStep } from '#modules/catalog/endpoints.ts'
import { isPerson, opensPage } from '#modules/numbers/server/funnel/is-person.ts'
import type { StepCounter } from '#modules/numbers/server/funnel/step-counter.ts'

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
