import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/premium-shaker')
const migrations = join(root, 'server/db/migrations')

/**
 * Where the template lies, the migrated, empty database that every test's own one is a copy of: a data folder of the shop. Its name
 * changes with the migrations, the queues and the engine.
 */
export function templateFolder(): string {
	const hash = createHash('sha256').update(readFileSync(join(root, 'server/jobs/queues.ts')))
	for (const file of ['lift-limits.ts', 'database-template.ts']) hash.update(readFileSync(join(root, 'tests', file)))
	hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
	for (const file of readdirSync(migrations).sort()) {
		if (file.endsWith('.sql')) hash.update(readFileSync(join(migrations, file)))
	}
	return join(cache, `database-${hash.digest('hex').slice(0, 16)}`)
}

/**
 * Puts the template's database where a shop with this data folder looks for its own: creating one takes a process seconds of
 * work. Without a template the shop creates its own, as at a first start.
 */
export function copyTemplateTo(dataDir: string): void {
	const folder = templateFolder()
	if (existsSync(folder)) cpSync(folder, join(dataDir, 'base'), { recursive: true })
}
