import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { sendFailure } from '#core/server/http/errors.ts'
import { isFromThisMachine } from '#core/server/http/same-machine.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { DiskState } from '#core/server/platform/disk-state.ts'
import { shopVersion } from '#core/server/platform/shop-version.ts'

/** Liveness (the process answers) and readiness (its database answers and its jobs run). */
export function healthRoutes(deps: {
	database: OpenDatabase
	jobs: Jobs
	/** Undefined when this process stores no files on its disk. */
	disk?: (() => Promise<DiskState>) | undefined
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
			// A full disk does not end readiness: orders continue, and no other process has another disk.
			const archivos = (await deps.disk?.())?.isWritable ?? true
			// The release is shown to the operator only.
			const own = isFromThisMachine(request) ? shopVersion : {}
			if (base && trabajos) return { estado: 'listo', base, trabajos, archivos, ...own }
			const extra = { estado: 'no listo', base, trabajos, archivos, ...own }
			return sendFailure(reply, fail('servicio_ocupado', { extra }))
		})
	}
}
