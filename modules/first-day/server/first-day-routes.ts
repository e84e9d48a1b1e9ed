import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import * as endpoints from '#modules/first-day/endpoints.ts'
import { readFirstDay } from '#modules/first-day/server/read-first-day.ts'
import { type TryContext, tryStep } from '#modules/first-day/server/try-step.ts'

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
