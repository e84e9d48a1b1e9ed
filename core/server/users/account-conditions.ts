import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { mailboxOf, usuarios } from '#core/server/users/tables.ts'

/** SQL condition: the account is neither disabled nor deleted. */
export const isOpenAccount = and(eq(usuarios.is_active, true), isNull(usuarios.deleted_at))

/**
 * SQL condition: the account is blocked (Ley 21.719): its data are stored, and used only for orders under way and for
 * what its owner asks for.
 */
export const isBlocked = isNotNull(usuarios.bloqueada_at)

export const isActiveStaff = and(isOpenAccount, eq(usuarios.is_staff, true), eq(usuarios.derechos_en_espera, false))

/** SQL condition: the right is granted and not pending the proof of the address. */
export function effective(right: typeof usuarios.is_staff | typeof usuarios.is_superuser): SQL<boolean> {
	return sql<boolean>`(${right} and not ${usuarios.derechos_en_espera})`
}

/** SQL condition on an account: a link mailed to its address was opened, or Google hosts the mailbox of its login. */
export const isReadAddress = or(isNotNull(usuarios.email_verified_at), isNotNull(usuarios.correo_leido_at))

/** SQL, for `eq`: any of the accounts with the mailbox of this account, which the limits of customers count as one. */
export const accountsOfMailbox = (accountId: number): SQL<number> =>
	sql`any(array(select buzon.id from ${usuarios} buzon where ${mailboxOf(sql`buzon.email`)} =
		(select ${mailboxOf(usuarios.email)} from ${usuarios} where ${eq(usuarios.id, accountId)})))`
