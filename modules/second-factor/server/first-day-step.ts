import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'

/** The step of the first day's list that requires a second factor of every superuser. */
export const secondFactorStep = {
	async find(db: Queryable) {
		const isOpen = and(eq(usuarios.is_superuser, true), eq(usuarios.is_staff, true), eq(usuarios.is_active, true))
		const without = await db
			.select({ email: usuarios.email })
			.from(usuarios)
			.where(and(isOpen, isNull(usuarios.segundo_factor_at)))
		const names = without.map(({ email }) => email).join(', ')
		return { listo: without.length === 0, texto: names && `Le falta a ${names}.` }
	},
}
