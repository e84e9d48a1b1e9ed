import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import { refuse } from '#core/contract/failure.ts'
import { jobQueues } from '#core/rules/job-queues.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { ListJobsAnswer, ListJobsQuery, StaffJob } from '#modules/jobs-panel/shapes.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { pasarelasFallando } from '#modules/orders/payment-tables.ts'

/** pg-boss's name of each state of the panel. */
const stateNames = { espera: 'created', reintento: 'retry', en_curso: 'active', fallido: 'failed' } as const

const estadoOf = sql`case j.state when 'created' then 'espera' when 'retry' then 'reintento'
	when 'active' then 'en_curso' else 'fallido' end`

/** An id in a job's data for the index of ids; null for an invalid one, as a notification may name anything. */
const carried = (name: string) =>
	sql.raw(`substring(j.data->>'${name}' from '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid`)

/** The order of a job, through its mail, refund or attempt. */
const orderOf = sql`case j.name
	when 'enviar_correo' then (select c.orden_id from correos c where c.id = ${carried('correo_id')})
	when 'devolver_pago' then (select d.orden_id from devoluciones d where d.id = ${carried('devolucion_id')})
	when 'liquidar_pago' then coalesce(
		(select i.orden_id from intentos_pago i where i.id = ${carried('intento_id')}),
		(select i.orden_id from intentos_pago i
			where i.gateway = j.data->>'gateway' and i.gateway_ref = j.data->>'gateway_ref' limit 1),
		(select p.orden_id from pagos p where p.gateway = j.data->>'gateway' and p.pago_id = j.data->>'pago_id' limit 1))
	end`

interface JobRow extends Omit<StaffJob, 'created_at' | 'proximo_at'>, Record<string, unknown> {
	readonly created_at: Date | string
	readonly proximo_at: Date | string | null
}

/** Returns one page of the waiting, running, retried and failed jobs, with the count of each queue. */
export async function listJobs(db: Queryable, query: ListJobsQuery): Promise<ListJobsAnswer> {
	const states = query.estado === undefined ? Object.values(stateNames) : [stateNames[query.estado]]
	// pg-boss stores jobs of its own in the same table.
	const where = sql`j.state::text in ${states} and j.name in ${query.cola === undefined ? jobQueues : [query.cola]}`
	const { rows } = await db.execute<JobRow>(sql`
		select j.id, j.name as cola, ${estadoOf} as estado, j.retry_count as intentos, j.retry_limit + 1 as max_intentos,
			j.created_on as created_at, case when j.state in ('created', 'retry') then j.start_after end as proximo_at,
			left(coalesce(j.output->>'message', j.output::text), 1000) as error, ${orderOf} as orden_id
		from pgboss.job j where ${where}
		order by j.created_on desc, j.id limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`)
	const counted = await db.execute<{ n: number }>(sql`select count(*)::int as n from pgboss.job j where ${where}`)
	const colas = await db.execute<ListJobsAnswer['colas'][number]>(sql`
		select j.name as cola, (count(*) filter (where j.state = 'created'))::int as espera,
			(count(*) filter (where j.state = 'retry'))::int as reintento,
			(count(*) filter (where j.state = 'active'))::int as en_curso,
			(count(*) filter (where j.state = 'failed'))::int as fallido
		from pgboss.job j where j.state in ('created', 'retry', 'active', 'failed') and j.name in ${jobQueues}
		group by 1 order by 1`)
	const { gateway, seguidas, desde, llamada, respuesta, orden_id } = pasarelasFallando
	const failing = await db
		.select({ gateway, seguidas, desde, llamada, respuesta, orden_id })
		.from(pasarelasFallando)
		.orderBy(gateway)
	const isoOf = (moment: Date | string) => new Date(moment).toISOString()
	return {
		results: rows.map((row) => ({
			...row,
			created_at: isoOf(row.created_at),
			proximo_at: row.proximo_at === null ? null : isoOf(row.proximo_at),
		})),
		count: counted.rows[0]?.n ?? 0,
		colas: colas.rows,
		pasarelas: failing.map((row) => ({ ...row, desde: isoOf(row.desde) })),
	}
}

/** States of a job that needs no retry, so that a second click does nothing. */
const underWay = ['created', 'retry', 'active', 'completed']

/** Retries a failed job once. Refuses with `no_encontrado`. Jobs are idempotent. */
export async function retryJob(deps: StaffDeps, actorId: number, jobId: string): Promise<{ estado: 'en_camino' }> {
	if (!isUuid(jobId)) refuse('no_encontrado')
	return await deps.db.transaction(async (tx) => {
		const { rows } = await tx.execute<{ cola: string; state: string; orden_id: string | null }>(
			sql`select j.name as cola, j.state::text as state, ${orderOf} as orden_id from pgboss.job j where j.id = ${jobId}::uuid for update`,
		)
		const [job] = rows
		if (!job) refuse('no_encontrado')
		if (underWay.includes(job.state)) return { estado: 'en_camino' }
		if (job.state !== 'failed') refuse('accion_no_corresponde')
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
