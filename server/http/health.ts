import type { FastifyPluginAsync } from 'fastify'
import type { OpenDatabase } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

/** Liveness (the process answers) and readiness (its database answers and its jobs run). */
export function healthRoutes(deps: {
	database: OpenDatabase
	jobs: Jobs
	isStopping?: () => boolean
}): FastifyPluginAsync {
	return async (app) => {
		app.get('/salud/vivo', { schema: { hide: true } }, async () => ({ estado: 'vivo' }))
		app.get('/salud/listo', { schema: { hide: true } }, async (request, reply) => {
			const trabajos = deps.jobs.isRunning() && !deps.isStopping?.()
			let base = true
			try {
				await deps.database.ping()
			} catch (error) {
				request.log.error({ err: error }, 'the database does not answer')
				base = false
			}
			return reply
				.status(base && trabajos ? 200 : 503)
				.send({ estado: base && trabajos ? 'listo' : 'no listo', base, trabajos })
		})
	}
}
