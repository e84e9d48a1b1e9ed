import { expect, it, vi } from 'vitest'
import { announceCatalogChange, announceFeedChange, followCatalogChanges } from '#core/server/jobs/catalog-changes.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { openTestDatabase } from '#tests/open-database.ts'

it('reports changed prices, stock and feed until it is stopped, the feed before its pages', async () => {
	const database = await openTestDatabase()
	const { db } = database
	const jobs = await openJobs(database.queueOptions, (error) => {
		throw error
	})
	const events: string[] = []
	const stop = await followCatalogChanges(jobs, {
		onChange: () => events.push('change'),
		onFeed: () => events.push('feed'),
	})
	// A new listener may have missed a change.
	await vi.waitFor(() => expect(events).toEqual(['feed', 'change']))
	events.length = 0
	await db.transaction(announceCatalogChange)
	await vi.waitFor(() => expect(events).toEqual(['change']))
	await db.transaction(announceFeedChange)
	await vi.waitFor(() => expect(events).toEqual(['change', 'feed', 'change']))
	await stop()
	await db.transaction(announceCatalogChange)
	await db.transaction(announceFeedChange)
	expect(events).toHaveLength(3)
	await jobs.stop(0)
	await database.close()
})

it('reports a database that cannot notify', async () => {
	const jobs = { boss: { getDb: () => ({}) } }
	const handlers = { onChange: () => {}, onFeed: () => {} }
	await expect(followCatalogChanges(jobs as never, handlers)).rejects.toThrow('the database cannot tell of changes')
})
