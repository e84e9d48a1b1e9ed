import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/premium-shaker')
const migrations = join(root, 'server/db/migrations')

/** The migrated, empty database that every test's own one is a copy of: as an archive and as a data folder of the shop. */
export interface TemplatePaths {
	readonly archive: string
	readonly folder: string
}

/** Where the template lies. Its name changes with the migrations, the queues and the engine. */
export function templatePaths(): TemplatePaths {
	const hash = createHash('sha256').update(readFileSync(join(root, 'server/jobs/queues.ts')))
	for (const file of ['lift-limits.ts', 'database-template.ts']) hash.update(readFileSync(join(root, 'tests', file)))
	hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
	for (const file of readdirSync(migrations).sort()) {
		if (file.endsWith('.sql')) hash.update(readFileSync(join(migrations, file)))
	}
	const name = join(cache, `database-${hash.digest('hex').slice(0, 16)}`)
	return { archive: `${name}.tar`, folder: name }
}

/**
 * Puts the template's database where a shop with this data folder looks for its own: creating one takes a process seconds of
 * work. Without a template the shop creates its own, as at a first start.
 */
export function copyTemplateTo(dataDir: string): void {
	const { folder } = templatePaths()
	if (existsSync(folder)) cpSync(folder, join(dataDir, 'base'), { recursive: true })
}
