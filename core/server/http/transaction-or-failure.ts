import type { Failure } from '#core/contract/failure.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { FailureAnswer, unwrap } from '#core/server/http/unwrap.ts'

/** Runs a transaction. A failure, returned or thrown as a `FailureAnswer`, rolls it back and is returned. */
export async function transactionOrFailure<T>(
	db: Database,
	run: (tx: Transaction) => Promise<T | Failure>,
): Promise<T | Failure> {
	try {
		return await db.transaction(async (tx) => unwrap(await run(tx)))
	} catch (error) {
		if (error instanceof FailureAnswer) return error.failure
		throw error
	}
}
