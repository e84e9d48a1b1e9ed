import { usuarios } from '#core/server/users/tables.ts'

/** Columns of an account for the panel; the e-mail is the username. */
export const userColumns = {
	id: usuarios.id,
	username: usuarios.email,
	email: usuarios.email,
	first_name: usuarios.first_name,
	last_name: usuarios.last_name,
	is_staff: usuarios.is_staff,
	is_active: usuarios.is_active,
	is_superuser: usuarios.is_superuser,
	derechos_en_espera: usuarios.derechos_en_espera,
	version: usuarios.version,
} as const
