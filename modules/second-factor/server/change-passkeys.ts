import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { maxPasskeys } from '#core/rules/failure-texts.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import {
	addFactor,
	afterRemoval,
	type FactorDeps,
	lockAccount,
	type Owner,
} from '#modules/second-factor/server/change-factors.ts'
import { noteFactorChange } from '#modules/second-factor/server/note-change.ts'
import { checkNewPasskey } from '#modules/second-factor/server/passkeys.ts'
import type { NewPasskey } from '#modules/second-factor/shapes/passkeys.ts'
import { llavesAcceso } from '#modules/second-factor/tables.ts'

/**
 * Stores a new passkey; returns recovery codes with the first factor. Fails with `llave_invalida`, `llave_repetida` or
 * `llaves_de_mas`.
 */
export async function addPasskey(
	deps: FactorDeps,
	owner: Owner,
	made: NewPasskey,
	dispositivo: string,
): Promise<string[] | Failure> {
	return await deps.db.transaction(async (tx) => {
		await lockAccount(tx, owner.id)
		if ((await tx.$count(llavesAcceso, eq(llavesAcceso.usuario_id, owner.id))) >= maxPasskeys) {
			return fail('llaves_de_mas')
		}
		const passkey = await checkNewPasskey(deps.passkeys, tx, owner, made)
		if (isFailure(passkey)) return passkey
		const [kept] = await tx
			.insert(llavesAcceso)
			.values({ ...passkey, usuario_id: owner.id, nombre: deviceName(dispositivo), created_at: deps.clock.now() })
			.onConflictDoNothing()
			.returning({ id: llavesAcceso.id })
		if (!kept) return fail('llave_repetida')
		return await addFactor(deps, tx, owner, 'llave_agregada')
	})
}

export async function removePasskey(deps: FactorDeps, owner: Owner, id: string): Promise<undefined | Failure> {
	return await deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, owner.id)
		const [removed] = await tx
			.delete(llavesAcceso)
			.where(and(eq(llavesAcceso.usuario_id, owner.id), eq(llavesAcceso.id, id)))
			.returning({ id: llavesAcceso.id })
		if (!removed) return fail('no_encontrado')
		await afterRemoval(tx, owner.id)
		await noteFactorChange(deps, tx, account, { cambio: 'llave_quitada', actorId: account.id })
		return undefined
	})
}
