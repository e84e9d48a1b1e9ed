import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsFolder } from '#core/server/db/database.ts'
import { DamagedBackup } from '#modules/backup/server/restore-backup.ts'

interface Journal {
	readonly entries: readonly { readonly tag: string }[]
}

/**
 * Returns a folder with the first `count` migrations, for data of that version. Throws DamagedBackup when this version
 * has fewer.
 */
export function earlierMigrations(count: number): string {
	const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal
	if (count > journal.entries.length) throw new DamagedBackup('el respaldo es de una versión más nueva de la tienda')
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-migrations-'))
	mkdirSync(join(folder, 'meta'))
	const entries = journal.entries.slice(0, count)
	writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
	for (const { tag } of entries) copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
	return folder
}
