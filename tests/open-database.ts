import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type OpenDatabase, openPglite } from '#server/db/database.ts'
import { ensureTemplate } from '#tests/database-template.ts'
import { templatePaths } from '#tests/template-path.ts'

/** A fresh, migrated database in memory. Close it when the test is done. */
export async function openTestDatabase(): Promise<OpenDatabase> {
	await ensureTemplate()
	const client = await PGlite.create({ loadDataDir: new Blob([readFileSync(templatePaths().archive)]) })
	return await openPglite(undefined, client)
}
