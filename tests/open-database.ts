import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { embeddedExtensions, type OpenDatabase, openPglite } from '#core/server/db/database.ts'
import { ensureTemplate } from '#tests/database-template.ts'
import { templateFolder } from '#tests/template-path.ts'

interface Template {
	readonly folders: readonly string[]
	readonly files: readonly (readonly [path: string, contents: Uint8Array])[]
}

/** The template, read once by each worker. */
let template: Template | undefined

function readTemplate(): Template {
	const root = templateFolder()
	const insideOf = (path: string) => `${PGlite.paths.PGDATA}/${relative(root, path)}`
	const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
		path: join(entry.parentPath, entry.name),
		isFolder: entry.isDirectory(),
	}))
	return {
		folders: entries.filter(({ isFolder }) => isFolder).map(({ path }) => insideOf(path)),
		files: entries.filter(({ isFolder }) => !isFolder).map(({ path }) => [insideOf(path), readFileSync(path)]),
	}
}

/** An in-memory file system copied from the template's: loading an archive takes PGlite three times as long. */
class CopiedFiles extends MemoryFS {
	readonly #template: Template

	constructor(template: Template) {
		super()
		this.#template = template
	}

	override async initialSyncFs(): Promise<void> {
		const { FS: files } = this.pg?.Module ?? {}
		if (!files) throw new Error('the engine has no files yet')
		for (const path of this.#template.folders) files.mkdirTree(path)
		for (const [path, contents] of this.#template.files)
			files.writeFile(path, new Uint8Array(contents), { canOwn: true })
	}
}

/** A crash loses the in-memory files too, so WAL for recovery is useless. */
const withoutRepair = ['full_page_writes=off', 'wal_init_zero=off', 'wal_recycle=off', 'synchronous_commit=off']

/** A fresh, migrated in-memory database. Close it after the test. */
export async function openTestDatabase(): Promise<OpenDatabase> {
	await ensureTemplate()
	template ??= readTemplate()
	const client = await PGlite.create({
		extensions: await embeddedExtensions(),
		fs: new CopiedFiles(template),
		startParams: [...PGlite.defaultStartParams, ...withoutRepair.flatMap((setting) => ['-c', setting])],
	})
	return await openPglite(undefined, client)
}
