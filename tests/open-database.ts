import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type OpenDatabase, openPglite } from '#server/db/database.ts'
import { ensureTemplate } from '#tests/database-template.ts'
import { templatePaths } from '#tests/template-path.ts'

/** The template, read once by each worker. */
let archive: Blob | undefined

/** A fresh, migrated database in memory. Close it when the test is done. */
export async function openTestDatabase(): Promise<OpenDatabase> {
	await ensureTemplate()
	archive ??= new Blob([readFileSync(templatePaths().archive)])
	const client = await PGlite.create({ loadDataDir: archive })
	return await openPglite(undefined, client)
}
