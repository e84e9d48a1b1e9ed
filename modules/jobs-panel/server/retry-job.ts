import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { lockJob } from '#modules/jobs-panel/server/list-jobs.ts'

/** States of a job that needs no retry, so that a second click does nothing. */
const underWay = ['created', 'retry', 'active', 'completed']

/** Retries a failed job once. Fails with `no_encontrado`. Jobs are idempotent. */
export async function retryJob(
	deps: StaffDeps,
	actorId: number,
	jobId: string,
): Promise<{ estado: 'en_camino' } | Failure> {
	if (!isUuid(jobId)) return fail('no_encontrado')
	return await deps.db.transaction(async (tx) => {
		const job = await lockJob(tx, jobId)
		if (!job) return fail('no_encontrado')
		if (underWay.includes(job.state)) return { estado: 'en_camino' }
		if (job.state !== 'failed') return fail('accion_no_corresponde')
		await deps.jobs.boss.retry(job.cola, jobId, { db: fromDrizzle(tx, sql) })
		if (job.orden_id !== null) {
			await writeAudit(tx, {
				tipo: 'orden',
				ref: job.orden_id,
				usuario_id: actorId,
				accion: 'trabajo_reintentado',
				detalle: job.cola,
			})
		}
		return { estado: 'en_camino' }
	})
}
