import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenDatabase, openPglite, openPostgres } from '#core/server/db/database.ts'
import { FolderInUse } from '#core/server/db/folder.ts'
import { readEnvironment } from '#modules/lists/environment.ts'

/** An operator command cannot continue; the message is one sentence. */
export class CannotRun extends Error {}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Opens the database of this environment's shop. @throws CannotRun when the shop has it open, or it does not answer. */
export async function openOperatorDatabase(
	variables: NodeJS.ProcessEnv,
	options: { mayCreate?: boolean; migrations?: string } = {},
): Promise<OpenDatabase> {
	const { database, dataDir } = readEnvironment(variables)
	try {
		if (database !== undefined)
			return await openPostgres(
				database.session,
				(error) => process.stderr.write(`${error.message}\n`),
				options.migrations,
			)
		const folder = join(dataDir, 'base')
		if (!options.mayCreate && !existsSync(folder)) {
			throw new CannotRun(`no hay una base en ${folder}: abre la tienda una vez, o indica DATA_DIR o DATABASE_URL`)
		}
		return await openPglite(folder, undefined, options.migrations)
	} catch (error) {
		if (error instanceof CannotRun) throw error
		if (error instanceof FolderInUse) throw new CannotRun(`${error.message}: detenla primero`)
		throw new CannotRun(`la base de datos no se puede abrir (${messageOf(error)})`)
	}
}
