import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { usuarios } from '#server/db/tables/accounts.ts'

/** Chooses the accounts that can be used: nobody shut them off, and their owners did not delete them. */
export const isOpenAccount = and(eq(usuarios.is_active, true), isNull(usuarios.deleted_at))

export const isActiveStaff = and(isOpenAccount, eq(usuarios.is_staff, true), eq(usuarios.derechos_en_espera, false))

/** A right as it counts now: one that waits for its owner to prove the address does not. */
export function effective(right: typeof usuarios.is_staff | typeof usuarios.is_superuser): SQL<boolean> {
	return sql<boolean>`(${right} and not ${usuarios.derechos_en_espera})`
}
