import { and, eq, gt, isNull } from 'drizzle-orm'
import type { PasswordOwner } from '#domain/accounts/guessable-password.ts'
import { hashToken } from '#server/accounts/refresh-tokens.ts'
import { isOpenAccount } from '#server/db/account-conditions.ts'
import type { Database } from '#server/db/database.ts'
import { recuperaciones, usuarios } from '#server/db/tables/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isUuid } from '#server/platform/uuid.ts'

interface ResetLink {
	readonly uid: string
	readonly token: string
}

/** The account of a recovery link; undefined for an expired one. Compares hashes, so its time reveals nothing. */
export async function findPasswordReset(
	deps: { db: Database; clock: Clock },
	link: ResetLink,
): Promise<PasswordOwner | undefined> {
	if (!isUuid(link.uid)) return undefined
	const { email, first_name, last_name } = usuarios
	const [owner] = await deps.db
		.select({ email, first_name, last_name })
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
	return owner
}

/** Whether a recovery link is still valid. */
export async function validatePasswordReset(deps: { db: Database; clock: Clock }, link: ResetLink): Promise<boolean> {
	return (await findPasswordReset(deps, link)) !== undefined
}
