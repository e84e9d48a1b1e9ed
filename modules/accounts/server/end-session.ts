import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { sesiones } from '#modules/accounts/tables.ts'

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
