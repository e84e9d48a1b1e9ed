import { and, eq, or, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'

/** Stores an order's phone and address with an account that has none, for the next checkout. */
export async function rememberContact(
	tx: Transaction,
	usuario: CurrentUser,
	order: { telefono: string; direccion: string },
): Promise<void> {
	const { telefono } = order
	const direccion = formatDireccion(order.direccion)
	const isNew = usuario.telefono === '' || (usuario.direccion === '' && direccion !== '')
	if (!isNew) return
	await tx
		.update(usuarios)
		.set({
			telefono: sql`case when ${usuarios.telefono} = '' then ${telefono} else ${usuarios.telefono} end`,
			direccion: sql`case when ${usuarios.direccion} = '' then ${direccion} else ${usuarios.direccion} end`,
		})
		.where(
			and(
				eq(usuarios.id, usuario.id),
				or(eq(usuarios.telefono, ''), and(eq(usuarios.direccion, ''), sql`${direccion} <> ''`)),
			),
		)
}
