import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#contract/failure.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { sendFailure } from '#server/http/errors.ts'
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
			if (base && trabajos) return { estado: 'listo', base, trabajos }
			return sendFailure(reply, fail('servicio_ocupado', { extra: { estado: 'no listo', base, trabajos } }))
		})
	}
}
