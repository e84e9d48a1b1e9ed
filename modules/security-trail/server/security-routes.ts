import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import * as endpoints from '#modules/security-trail/endpoints.ts'
import { listSecurity } from '#modules/security-trail/server/list-security.ts'

export function securityRoutes(deps: Parameters<typeof listSecurity>[0]): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listSecurity, async ({ query }) => await listSecurity(deps, query))
	}
}
