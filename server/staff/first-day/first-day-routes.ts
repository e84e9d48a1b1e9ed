import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/staff/first-day-endpoints.ts'
import { handle } from '#server/http/handle.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { readFirstDay } from '#server/staff/first-day/read-first-day.ts'
import { type TryContext, tryStep } from '#server/staff/first-day/try-step.ts'

export function firstDayRoutes(deps: TryContext): FastifyPluginAsync {
	return async (app) => {
		handle(
			app,
			endpoints.readFirstDay,
			async ({ usuario }) => await readFirstDay(deps, { ...usuario, is_active: true }),
		)
		handle(app, endpoints.tryStep, async (request, reply) => {
			const { usuario, params, log } = request
			// A backup is all data of the shop in one file.
			if (params.paso === 'respaldo') await app.access.guard.requireFreshIdentity(request, reply)
			return unwrap(await tryStep({ ...deps, log }, usuario, params.paso))
		})
	}
}
