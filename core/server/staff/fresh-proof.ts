import { refuse } from '#core/contract/failure.ts'
import { isFreshIdentity } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { type MailContext, notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'

/** A staff account in a session, with the time of its last proof of identity. */
export interface StaffActor {
	readonly id: number
	readonly email: string
	readonly identidad_at: Date
}

interface MoneyChange {
	/** Names the occasion, so that its mail is sent once. */
	readonly clave: string
	readonly campo: string
	readonly antes: string
	readonly despues: string
}

/**
 * Requires a fresh proof for a change that lowers prices by much, and mails all staff. Refuses with
 * `identidad_requerida`.
 */
export async function allowMoneyChange(
	deps: MailContext & { readonly clock: Clock },
	tx: Transaction,
	actor: StaffActor,
	{ clave, campo, antes, despues }: MoneyChange,
): Promise<void> {
	if (!isFreshIdentity(actor.identidad_at, deps.clock.now())) refuse('identidad_requerida')
	await notifyStaff(deps, tx, {
		clave: `dinero_cambiado:${clave}`,
		plantilla: 'dinero_cambiado',
		datos: { campo, antes, despues, quien: actor.email },
	})
}
