import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openPglite } from '#server/db/database.ts'
import { openJobs } from '#server/jobs/jobs.ts'

const migrations = 'server/db/migrations'

/** Where the migrated, empty database lies that every test's own database is a copy of. Its name changes with the migrations. */
export function templatePath(): string {
	const hash = createHash('sha256').update(readFileSync('server/jobs/queues.ts'))
	for (const file of readdirSync(migrations).sort()) {
		if (file.endsWith('.sql')) hash.update(readFileSync(join(migrations, file)))
	}
	return join('node_modules/.cache/premium-shaker', `database-${hash.digest('hex').slice(0, 16)}.tar`)
}

/** vitest's global set-up: makes the template where there is none yet. Creating a cluster takes seconds, copying one a fraction of that. */
export async function setup(): Promise<void> {
	const path = templatePath()
	if (existsSync(path)) return
	mkdirSync(join(path, '..'), { recursive: true })
	const client = await PGlite.create()
	const database = await openPglite(undefined, client)
	const jobs = await openJobs(database.queueOptions, (error) => {
		throw error
	})
	await jobs.stop(0)
	const tar = await client.dumpDataDir('none')
	const partial = `${path}.${process.pid}`
	writeFileSync(partial, Buffer.from(await tar.arrayBuffer()))
	renameSync(partial, path)
	await database.close()
}
