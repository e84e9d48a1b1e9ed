import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/premium-shaker')
const migrations = join(root, 'core/server/db/migrations')

/**
 * Path of the template: a data folder with a migrated, empty database, copied for each test. Its name depends on migrations,
 * queues and engine.
 */
export function templateFolder(): string {
	const hash = createHash('sha256').update(readFileSync(join(root, 'core/server/jobs/queues.ts')))
	for (const file of ['lift-limits.ts', 'database-template.ts']) hash.update(readFileSync(join(root, 'tests', file)))
	hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
	for (const file of readdirSync(migrations).sort()) {
		if (file.endsWith('.sql')) hash.update(readFileSync(join(migrations, file)))
	}
	return join(cache, `database-${hash.digest('hex').slice(0, 16)}`)
}

/**
 * Copies the template into a data folder, because initdb takes seconds. Without a template the shop creates its own
 * database.
 */
export function copyTemplateTo(dataDir: string): void {
	const folder = templateFolder()
	if (existsSync(folder)) cpSync(folder, join(dataDir, 'base'), { recursive: true })
}
