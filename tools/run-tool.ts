import { DamagedBackup } from '#server/backup/restore-backup.ts'
import { FolderInUse, FolderNotLockable } from '#server/db/folder-lock.ts'
import { EnvironmentError } from '#server/environment/environment.ts'
import { errorText } from '#server/platform/log.ts'
import { CannotRun } from './open-operator-database.ts'

const expected = [CannotRun, EnvironmentError, DamagedBackup, FolderInUse, FolderNotLockable]

/** A folder that cannot be written, or a full disk: for the operator to mend, not for a programmer. */
const isAboutAFile = (error: unknown) => error instanceof Error && 'syscall' in error

/** Runs an operator's command. A failure ends it with 1 and a sentence, or with the places of an unexpected error, never with data. */
export async function runTool(main: () => Promise<void>): Promise<void> {
	try {
		await main()
	} catch (error) {
		const isExpected = expected.some((kind) => error instanceof kind) || isAboutAFile(error)
		process.stderr.write(`No se puede: ${isExpected ? (error as Error).message : errorText(error)}\n`)
		process.exitCode = 1
	}
}
