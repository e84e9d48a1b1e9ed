import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { listSecurityAnswer, listSecurityQuery } from '#contract/staff/security.ts'
import { listSecurity } from '#server/staff/operations/list-security.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export function staffTrailRoutes(deps: StaffDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_seguridad',
			{
				config: { permission: 'ver_seguridad' },
				schema: {
					tags: ['panel: seguridad'],
					security: [{ bearer: [] }],
					querystring: listSecurityQuery,
					response: { 200: listSecurityAnswer, ...errorAnswers },
				},
			},
			async ({ query }) => await listSecurity(deps, query),
		)
	}
}
