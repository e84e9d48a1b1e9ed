import { FolderInUse, FolderNotLockable } from '#core/server/db/folder.ts'
import { errorText } from '#core/server/platform/log.ts'
import { EnvironmentError } from '#modules/lists/environment.ts'
import { CannotRun } from '#shop/operator/shared/open-operator-database.ts'

const expected = [CannotRun, EnvironmentError, FolderInUse, FolderNotLockable]

/** A read-only folder or a full disk: an operator's problem, not a bug. */
const isAboutAFile = (error: unknown) => error instanceof Error && 'syscall' in error

/** Runs an operator command. A failure exits with 1 and prints a sentence, or the stack of an unexpected error, never data. */
export async function runTool(main: () => Promise<void>): Promise<void> {
	try {
		await main()
	} catch (error) {
		const isExpected = expected.some((kind) => error instanceof kind) || isAboutAFile(error)
		process.stderr.write(`No se puede: ${isExpected ? (error as Error).message : errorText(error)}\n`)
		process.exitCode = 1
	}
}
