import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FailedJob, type JobHandlers, type Jobs, openJobs } from '#server/jobs/jobs.ts'
import { queues } from '#server/jobs/queues.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-words.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

it('a job that fails is counted and told of, without the words of the error', async () => {
	const warn = vi.spyOn(shop.payments.log, 'warn')
	const ana = await aCustomer(shop, 'Ana')
	await shop.drainJobs()
	shop.inbox.refuseNext(1)
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	await shop.drainJobs()
	const told = warn.mock.calls.find(([, message]) => message === 'a job failed')
	const causa = expect.stringMatching(/^Error \w+ /)
	expect(told?.[0]).toEqual({ cola: 'enviar_correo', trabajo: expect.any(String), causa })
	const { body } = await shop.app.inject('/metricas')
	expect(body).toMatch(/^tienda_errores_total\{causa="Error \w+ [^"]+"\} 1$/m)
})

it.each([
	['a worker', (jobs: Jobs, handlers: JobHandlers) => jobs.work(handlers)],
	['whoever drains the queues', (jobs: Jobs, handlers: JobHandlers) => jobs.drain(handlers)],
])('%s says which job failed and why', async (_who, run) => {
	const database = await openTestDatabase()
	const failed: FailedJob[] = []
	const jobs = await openJobs(
		database.queueOptions,
		() => {},
		(job) => failed.push(job),
	)
	const nothing = Object.fromEntries(
		Object.keys(queues).map((name) => [name, async () => {}]),
	) as unknown as JobHandlers
	const error = new Error('no sale')
	const handlers: JobHandlers = { ...nothing, enviar_correo: () => Promise.reject(error) }
	await database.db.transaction((tx) => jobs.enqueue(tx, 'enviar_correo', { correo_id: 'uno' }))
	await run(jobs, handlers)
	await expect
		.poll(() => failed, { timeout: 30_000 })
		.toEqual([{ cola: 'enviar_correo', id: expect.any(String), error }])
	await jobs.stop(0)
	await database.close()
})
