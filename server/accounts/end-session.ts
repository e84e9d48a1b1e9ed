import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { Database } from '#server/db/database.ts'
import { sesiones } from '#server/db/tables/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isUuid } from '#server/platform/uuid.ts'

/** Ends one of the customer's own sessions. Fails with `no_encontrado` for any other. */
export async function endSession(
	deps: { db: Database; clock: Clock },
	accountId: number,
	sessionId: string,
): Promise<undefined | Failure> {
	if (!isUuid(sessionId)) return fail('no_encontrado')
	const [ended] = await deps.db
		.update(sesiones)
		.set({ revoked_at: deps.clock.now() })
		.where(and(eq(sesiones.id, sessionId), eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at)))
		.returning({ id: sesiones.id })
	return ended ? undefined : fail('no_encontrado')
}
