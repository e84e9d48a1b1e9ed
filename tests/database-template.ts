import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { embeddedExtensions, openPglite } from '#server/db/database.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { liftLimits } from '#tests/lift-limits.ts'
import { templateFolder } from '#tests/template-path.ts'
import { ensureBuilt } from '../tools/set-up.mjs'

/** Gives the finished thing its name; whoever was quicker made the same one. */
function publish(partial: string, path: string): void {
	try {
		renameSync(partial, path)
	} catch (error) {
		rmSync(partial, { recursive: true, force: true })
		if (!existsSync(path)) throw error
	}
}

/** Other databases that come with a new one, and its past: half of what would be copied for each test. */
const leaveOutTheRest = [
	'update pg_database set datistemplate = false',
	'drop database template0',
	'drop database template1',
	'checkpoint',
]

/**
 * Makes the template (template-path.ts) where there is none yet: creating a database takes seconds, copying one a fraction of
 * that.
 */
export async function ensureTemplate(): Promise<void> {
	const folder = templateFolder()
	if (existsSync(folder)) return
	mkdirSync(dirname(folder), { recursive: true })
	const partial = `${folder}.${process.pid}`
	const client = await PGlite.create({
		dataDir: partial,
		extensions: await embeddedExtensions(),
		initDbStartParams: ['--wal-segsize=1'],
		startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
		postgresqlconf: ['shared_buffers=4MB', 'min_wal_size=2MB', 'max_wal_size=8MB'],
	})
	const database = await openPglite(undefined, client)
	const jobs = await openJobs(database.queueOptions, (error) => {
		throw error
	})
	await jobs.stop(0)
	await liftLimits(database.db)
	for (const statement of leaveOutTheRest) await client.exec(statement)
	await database.close()
	publish(partial, folder)
}

/** Builds what is stale and makes the template. vitest's global set-up; tools/test.mjs runs it once before everything. */
export async function setup(): Promise<void> {
	// Processes of the shop run what is built; one that is older than its sources would pass or fail for nothing.
	ensureBuilt()
	await ensureTemplate()
}

if (import.meta.main) await setup()
