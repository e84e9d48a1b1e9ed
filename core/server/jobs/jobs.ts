import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import { type JobQueue, jobQueues } from '#core/rules/job-queues.ts'
import { shopZone } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { batchOf, type JobData, queues, schedules } from '#core/server/jobs/queues.ts'

/** The handlers of the queues. A job may run more than once, so a handler must be idempotent. */
export type JobHandlers = { readonly [Name in JobQueue]: (data: JobData[Name]) => Promise<void> }

/** The job queue in the shop's own database. */
export interface Jobs {
	/** Enqueues jobs if and only if `tx` commits. With `onePer`: unless a due job with this key waits already. */
	enqueue<Name extends JobQueue>(
		tx: Transaction,
		name: Name,
		data: JobData[Name] | readonly JobData[Name][],
		options?: { startAfterSeconds?: number; onePer?: string },
	): Promise<void>
	/** Starts the workers of the queues, and the scheduled jobs. With `after`: when it resolves, and counts as running. */
	work(handlers: Partial<JobHandlers>, after?: Promise<void>): Promise<void>
	/** Runs all due jobs until the queue is empty. For tests. */
	drain(handlers: Partial<JobHandlers>): Promise<void>
	/** Waits for running jobs for at most `graceMs`, then stops. */
	stop(graceMs: number): Promise<void>
	/** Whether the workers run, for readiness. */
	isRunning(): boolean
	readonly boss: PgBoss
}

/** Workers poll when notified, else every 15 seconds, and without a pause while batches are full. */
const pace = {
	pollingIntervalSeconds: 2,
	notifyPollingIntervalSeconds: 15,
	burstWhenBatchFull: true,
	perJobResults: true,
} as const

/** A failed run of a job; its queue decides about a retry. */
export interface FailedJob {
	readonly cola: JobQueue
	readonly id: string
	readonly error: unknown
}

/** Thrown by a handler for a job of a newer version: it waits for a process of that version. */
export class FromNewerVersion extends Error {
	override readonly name = 'FromNewerVersion'
}

/** Seconds until such a job is retried: during an upgrade another process may know it. */
const newerVersionSeconds = 30

const superviseSeconds = 20

/** Opens the queues. `onError` gets errors between jobs, `onFailed` each failed run of a job. */
export async function openJobs(
	options: ConstructorOptions,
	onError: (error: Error) => void,
	onFailed: (job: FailedJob) => void = () => {},
): Promise<Jobs> {
	const boss = new PgBoss({
		...options,
		useListenNotify: true,
		persistQueueStats: false,
		// The detection time of a job whose process died.
		superviseIntervalSeconds: superviseSeconds,
		monitorIntervalSeconds: superviseSeconds,
	})
	boss.on('error', onError)
	await boss.start()

	const existing = new Set((await boss.getQueues([...jobQueues])).map((queue) => queue.name))
	for (const name of jobQueues) {
		const queueOptions = { ...queues[name], notify: true, deleteAfterSeconds: 7 * 86_400 }
		if (existing.has(name)) await boss.updateQueue(name, queueOptions)
		else await boss.createQueue(name, queueOptions)
	}
	// The queue's client caches options through a connection of its own; inside a transaction of the embedded database,
	// which has one connection, that would block for ever. So each queue is read once before any is used.
	for (const name of jobQueues) await boss.findJobs(name, { id: '00000000-0000-4000-8000-000000000000' })

	/** Runs one job of a queue; an error is stored with its job. */
	async function run(handlers: Partial<JobHandlers>, name: JobQueue, { id, data }: Job<unknown>): Promise<JobResult> {
		// The queue's name selects both the handler and the type of its data.
		const handler = handlers[name] as (data: unknown) => Promise<void>
		const handle = async () => await handler(data)
		try {
			await handle().catch(async (error: unknown) => {
				if (!(error instanceof FromNewerVersion)) throw error
				// A copy with all its tries left: a failed job would have used up one.
				await boss.send(name, data as object, { startAfter: newerVersionSeconds })
			})
			return { id, status: 'completed' }
		} catch (error) {
			onFailed({ cola: name, id, error })
			return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
		}
	}

	/** Runs the next job of a queue; false when there is none. */
	async function runNext(handlers: Partial<JobHandlers>, name: JobQueue): Promise<boolean> {
		const [job] = await boss.fetch<unknown>(name)
		if (!job) return false
		const result = await run(handlers, name, job)
		if (result.status === 'failed') await boss.fail(name, job.id, result.output)
		else await boss.complete(name, job.id)
		return true
	}
	let running = false

	return {
		boss,
		async enqueue(tx, name, data, { startAfterSeconds, onePer } = {}) {
			if (onePer !== undefined) {
				// A running job may have read the state too early for the next one.
				const { rows } =
					await tx.execute(sql`select 1 from pgboss.job where name = ${name} and singleton_key = ${onePer}
					and state in ('created', 'retry') and start_after <= now() limit 1`)
				if (rows.length > 0) return
			}
			const options = {
				...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
				...(onePer === undefined ? {} : { singletonKey: onePer }),
			}
			const jobs = [data].flat().map((one) => ({ data: one, ...options }))
			if (jobs.length > 0) await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) })
		},
		async work(handlers, after) {
			const start = async () => {
				for (const name of jobQueues.filter((queue) => handlers[queue])) {
					// All of a batch at once, each with a result of its own.
					await boss.work(name, { ...pace, batchSize: batchOf[name] ?? 1 }, (batch: readonly Job<unknown>[]) =>
						Promise.all(batch.map((job) => run(handlers, name, job))),
					)
				}
				for (const [name, cron] of Object.entries(schedules)) {
					await boss.schedule(name, cron, {}, { tz: shopZone })
				}
			}
			if (after) after.then(start).catch(onError)
			else await start()
			running = true
		},
		async drain(handlers) {
			for (let round = 0; round < 1000; round++) {
				const handled = jobQueues.filter((queue) => handlers[queue])
				const ran = await Promise.all(handled.map((name) => runNext(handlers, name)))
				if (!ran.includes(true)) return
			}
			throw new Error('the queues do not run dry')
		},
		async stop(graceMs) {
			running = false
			await boss.stop({ graceful: graceMs > 0, timeout: graceMs, close: true })
		},
		isRunning: () => running,
	}
}

/** Runs chores in sequence; a failing one does not stop the later ones. @throws the failures, after the last one. */
export async function runChores(...chores: readonly (() => Promise<unknown>)[]): Promise<void> {
	const failures: unknown[] = []
	for (const chore of chores) {
		try {
			await chore()
		} catch (error) {
			failures.push(error)
		}
	}
	if (failures.length === 1) throw failures[0]
	if (failures.length > 1) throw new AggregateError(failures, `${failures.length} chores failed`)
}
