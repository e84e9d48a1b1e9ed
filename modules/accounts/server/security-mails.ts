import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import type { LoginContext } from '#modules/accounts/server/login-hooks.ts'

export async function mailPasswordChanged(
	deps: MailContext,
	tx: Transaction,
	accountId: number,
	now: Date,
): Promise<void> {
	const { email, first_name } = usuarios
	const [account] = await tx.select({ email, first_name }).from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return
	await deps.mail(tx, {
		clave: `clave_cambiada:${randomUUID()}`,
		plantilla: 'clave_cambiada',
		destinatario: account.email,
		datos: { nombre: account.first_name, momento: now.toISOString() },
	})
}

/**
 * Mails staff about a login from a browser that is new to the account; customers get no such mail. Returns whether it
 * did. `dispositivo` is the User-Agent; the mail names browser and system.
 */
export async function mailNewDevice(
	deps: MailContext & { readonly sessions: Pick<LoginContext, 'clock'> },
	tx: Transaction,
	login: { accountId: number; dispositivo: string },
): Promise<boolean> {
	const { email, first_name, is_staff } = usuarios
	const [account] = await tx
		.select({ email, first_name, is_staff })
		.from(usuarios)
		.where(eq(usuarios.id, login.accountId))
	if (!account?.is_staff) return false
	await deps.mail(tx, {
		clave: `dispositivo_nuevo:${randomUUID()}`,
		plantilla: 'dispositivo_nuevo',
		destinatario: account.email,
		datos: {
			nombre: account.first_name,
			dispositivo: deviceName(login.dispositivo),
			momento: deps.sessions.clock.now().toISOString(),
		},
	})
	return true
}
