import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { firstDayAnswer, tryStepAnswer, tryStepParams } from '#contract/staff/first-day.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { readFirstDay } from '#server/staff/first-day/read-first-day.ts'
import { type TryContext, tryStep } from '#server/staff/first-day/try-step.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** What has to stand before the shop is left to itself. */
export function firstDayRoutes(deps: TryContext & Pick<StaffDeps, 'guard'>): FastifyPluginAsyncZod {
	const about = { tags: ['panel: ajustes'], security: [{ bearer: [] }] }
	return async (app) => {
		app.get(
			'/api/admin_primer_dia',
			{
				config: { permission: 'ver_panel' },
				schema: { ...about, response: { 200: firstDayAnswer, ...errorAnswers } },
			},
			async ({ usuario }) => await readFirstDay(deps, { ...usuario, is_active: true }),
		)
		app.post(
			'/api/admin_primer_dia/:paso',
			{
				config: { permission: 'cambiar_tienda' },
				schema: { ...about, params: tryStepParams, response: { 200: tryStepAnswer, ...errorAnswers } },
			},
			async (request, reply) => {
				const { usuario, params, log } = request
				// All that the shop knows is then a file on the disk.
				if (params.paso === 'respaldo') await deps.guard.requireFreshIdentity(request, reply)
				return unwrap(await tryStep({ ...deps, log }, usuario, params.paso))
			},
		)
	}
}
