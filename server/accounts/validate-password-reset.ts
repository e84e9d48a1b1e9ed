import { and, eq, gt, isNull } from 'drizzle-orm'
import { isOpenAccount } from '#server/accounts/open-account.ts'
import { hashToken } from '#server/accounts/refresh-tokens.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { recuperaciones, usuarios } from '#server/db/tables/accounts.ts'
import { isUuid } from '#server/http/uuid.ts'

/** Tells whether a recovery link would still work. Only a hash is compared, so the time it takes tells nothing of the token. */
export async function validatePasswordReset(
	deps: { db: Database; clock: Clock },
	link: { uid: string; token: string },
): Promise<boolean> {
	if (!isUuid(link.uid)) return false
	const [living] = await deps.db
		.select({ id: recuperaciones.id })
		.from(recuperaciones)
		.innerJoin(usuarios, eq(usuarios.id, recuperaciones.usuario_id))
		.where(
			and(
				eq(recuperaciones.id, link.uid),
				eq(recuperaciones.token_hash, hashToken(link.token)),
				isNull(recuperaciones.used_at),
				gt(recuperaciones.expires_at, deps.clock.now()),
				isOpenAccount,
			),
		)
	return living !== undefined
}
