import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { PasswordOwner } from '#modules/accounts/guessable-password.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'

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
