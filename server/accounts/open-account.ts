import { and, eq, isNull } from 'drizzle-orm'
import { usuarios } from '#server/db/tables/accounts.ts'

/** Chooses the accounts that can be used: nobody shut them off, and their owners did not delete them. */
export const isOpenAccount = and(eq(usuarios.is_active, true), isNull(usuarios.deleted_at))

/** Chooses the accounts that get into the panel. */
export const isActiveStaff = and(isOpenAccount, eq(usuarios.is_staff, true))
