import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { done, type OperatorAnswer } from '#modules/staff/server/users/operator-answer.ts'

export async function listStaff({ db }: { db: Database }): Promise<OperatorAnswer> {
	const staff = await db
		.select()
		.from(usuarios)
		.where(and(eq(usuarios.is_staff, true), isNull(usuarios.deleted_at)))
		.orderBy(asc(usuarios.id))
	const lines = staff.map(({ email, first_name, last_name, is_superuser, is_active, derechos_en_espera }) =>
		[
			email,
			`${first_name} ${last_name}`.trim(),
			is_superuser ? 'superusuario' : 'staff',
			is_active ? '' : 'desactivada',
			derechos_en_espera ? 'espera que abra su enlace' : '',
		]
			.filter(Boolean)
			.join('  ·  '),
	)
	return done(...(lines.length > 0 ? lines : ['Nadie es parte del equipo.']))
}
