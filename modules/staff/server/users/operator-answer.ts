import type { Database } from '#core/server/db/database.ts'
import type { RightsDeps } from '#modules/staff/server/users/change-rights.ts'

/** The result of an operator's command: whether it succeeded, and the lines to print. */
export interface OperatorAnswer {
	readonly ok: boolean
	readonly lines: readonly string[]
}

/** Dependencies of an operator's command. */
export interface StaffCommandDeps extends RightsDeps {
	readonly db: Database
}

/** Success, also when nothing had to change. */
export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
/** A failure with its reason. */
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
