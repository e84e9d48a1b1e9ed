import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { embeddedExtensions, openPglite } from '#core/server/db/database.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { liftLimits } from '#tests/lift-limits.ts'
import { templateFolder } from '#tests/template-path.ts'
import { ensureBuilt } from '../tools/set-up.mjs'

/** Renames the finished template; a parallel process that was faster made the same one. */
function publish(partial: string, path: string): void {
	try {
		renameSync(partial, path)
	} catch (error) {
		rmSync(partial, { recursive: true, force: true })
		if (!existsSync(path)) throw error
	}
}

/** Databases and WAL that initdb creates: half of the size of each copy. */
const leaveOutTheRest = [
	'update pg_database set datistemplate = false',
	'drop database template0',
	'drop database template1',
	'checkpoint',
]

/** Creates the template (template-path.ts) when missing: initdb takes seconds, a copy a fraction. */
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

/** Builds stale code and creates the template. vitest's global set-up; tools/test.mjs runs it once first. */
export async function setup(): Promise<void> {
	// Shop processes run the build; a stale one would make results meaningless.
	ensureBuilt()
	await ensureTemplate()
}

if (import.meta.main) await setup()
