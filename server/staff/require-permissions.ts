import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/failure.ts'
import { isAllowed, type Permission } from '#domain/staff/permissions.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		/** What the route lets people do: a row of the table in domain/staff/permissions.ts. */
		permission?: Permission
	}
}

/**
 * Makes every route of the panel ask the table of permissions, after the guard has found out who calls. A route that declares
 * no permission stops the start, so that none is open by oversight.
 */
export function requirePermissions(app: FastifyInstance): void {
	app.addHook('onRoute', ({ method, url, config }) => {
		if (!config?.permission) throw new Error(`${method} ${url} declares no permission`)
	})
	app.addHook('onRequest', async ({ usuario, routeOptions: { config } }) => {
		const isGiven = !!config.permission && isAllowed(config.permission, { ...usuario, is_active: true })
		if (!isGiven) throw new FailureAnswer(fail('solo_superusuario'))
	})
}
