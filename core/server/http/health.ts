import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#core/contract/endpoint.ts'
import { readApiDocs, readApiDocument } from '#core/contract/endpoints.ts'
import { fail } from '#core/contract/failure.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { isFromThisMachine } from '#core/server/http/addresses.ts'
import { sendFailure } from '#core/server/http/errors.ts'
import { handle } from '#core/server/http/handle.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import { type DiskState, shopVersion } from '#core/server/platform/runtime.ts'

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

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The OpenAPI document, rendered from the endpoints' schemas on the first request. Public without a `guard`. */
export function apiDocument(root: FastifyInstance, guard?: Hook): FastifyPluginAsync {
	let json: string | undefined
	const fresh = guard ? 'no-store' : 'public, max-age=300'
	return async (app) => {
		if (guard) app.addHook('onRequest', guard)
		handle(app, readApiDocument, async (_request, reply) => {
			json ??= JSON.stringify(root.swagger())
			return reply.header('cache-control', fresh).type('application/json; charset=utf-8').send(json)
		})
		handle(app, readApiDocs, async (_request, reply) =>
			reply.header('cache-control', fresh).redirect(addressOf(readApiDocument)),
		)
	}
}
