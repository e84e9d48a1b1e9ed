import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { type FailedJob, FromNewerVersion, type JobHandlers, type Jobs, openJobs } from '#core/server/jobs/jobs.ts'
import { queues } from '#core/server/jobs/queues.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const nothing = Object.fromEntries(Object.keys(queues).map((name) => [name, async () => {}])) as unknown as JobHandlers

const shop = await aShop()

it('counts and logs a failed job, without the words of its error', async () => {
	const warn = vi.spyOn(shop.payments.log, 'warn')
	const ana = await aCustomer(shop, 'Ana')
	await shop.drainJobs()
	shop.inbox.refuseNext(1)
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	await shop.drainJobs()
	const logged = warn.mock.calls.find(([, message]) => message === 'a job failed')
	const causa = expect.stringMatching(/^Error \w+ /)
	expect(logged?.[0]).toEqual({ cola: 'enviar_correo', trabajo: expect.any(String), causa })
	const { body } = await shop.app.inject('/metricas')
	expect(body).toMatch(/^tienda_errores_total\{causa="Error \w+ [^"]+"\} 1$/m)
})

it.each([
	['a worker', (jobs: Jobs, handlers: JobHandlers) => jobs.work(handlers)],
	['a drain of the queues', (jobs: Jobs, handlers: JobHandlers) => jobs.drain(handlers)],
])('reports the failed job and its error in %s', async (_who, run) => {
	const database = await openTestDatabase()
	const failed: FailedJob[] = []
	const jobs = await openJobs(
		database.queueOptions,
		() => {},
		(job) => failed.push(job),
	)
	const error = new Error('no sale')
	const handlers: JobHandlers = { ...nothing, enviar_correo: () => Promise.reject(error) }
	await database.db.transaction((tx) => jobs.enqueue(tx, 'enviar_correo', { correo_id: 'uno' }))
	await run(jobs, handlers)
	await expect.poll(() => failed).toEqual([{ cola: 'enviar_correo', id: expect.any(String), error }])
	await jobs.stop(0)
	await database.close()
})

it('fetches no mail that it does not send at once: a waiting one would expire and be sent twice', async () => {
	const database = await openTestDatabase()
	const jobs = await openJobs(database.queueOptions, () => {})
	await database.db.transaction(async (tx) => {
		for (let n = 0; n < 12; n++) await jobs.enqueue(tx, 'enviar_correo', { correo_id: String(n) })
	})
	const slow = Promise.withResolvers<void>()
	const sending: string[] = []
	const enviar_correo = async ({ correo_id }: { correo_id: string }) => {
		sending.push(correo_id)
		await slow.promise
	}
	await jobs.work({ ...nothing, enviar_correo })
	await vi.waitUntil(() => sending.length > 0)
	const { rows: taken } = await database.db.execute(sql`select id from pgboss.job where state = 'active'`)
	expect(taken).toHaveLength(sending.length)
	slow.resolve()
	await jobs.stop(0)
	await database.close()
})

it('updates the options of a queue of an earlier version', async () => {
	const database = await openTestDatabase()
	const before = await openJobs(database.queueOptions, () => {})
	await before.boss.updateQueue('enviar_correo', { expireInSeconds: 60, heartbeatSeconds: null, retryLimit: 3 })
	await before.stop(0)
	const jobs = await openJobs(database.queueOptions, () => {})
	const { retryLimit, expireInSeconds, heartbeatSeconds } = queues.enviar_correo
	const wanted = { retryLimit, expireInSeconds, heartbeatSeconds }
	expect(await jobs.boss.getQueue('enviar_correo')).toMatchObject(wanted)
	await jobs.stop(0)
	await database.close()
})

it.each([
	['a worker', (jobs: Jobs, handlers: JobHandlers) => jobs.work(handlers)],
	['a drain of the queues', (jobs: Jobs, handlers: JobHandlers) => jobs.drain(handlers)],
])(
	'returns a job of a newer version to the queue of %s with its data and all its tries, without a failure',
	async (_who, run) => {
		const database = await openTestDatabase()
		const failed: FailedJob[] = []
		const jobs = await openJobs(
			database.queueOptions,
			() => {},
			(job) => failed.push(job),
		)
		const enviar_correo = () => Promise.reject(new FromNewerVersion('no template'))
		await database.db.transaction((tx) => jobs.enqueue(tx, 'enviar_correo', { correo_id: 'uno' }))
		await run(jobs, { ...nothing, enviar_correo })
		const waiting = async () =>
			(
				await database.db.execute(sql`select data, retry_count as tries, start_after > now() as later, state::text as state
				from pgboss.job where name = 'enviar_correo' and state <> 'completed'`)
			).rows
		await expect.poll(waiting).toEqual([{ data: { correo_id: 'uno' }, tries: 0, later: true, state: 'created' }])
		expect(failed).toEqual([])
		await jobs.stop(0)
		await database.close()
	},
)
