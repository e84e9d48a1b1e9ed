import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import { codigosRecuperacion } from '#modules/second-factor/tables.ts'

/** Without 0, 1, I, L and O, which are mistaken for each other on paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 4
const groupCharacters = 4
const codeCount = 10

/** A code of 16 random characters, some 79 bits: unguessable, so a plain hash is enough. */
function newCode(): string {
	const group = () => Array.from({ length: groupCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')
	return Array.from({ length: groups }, group).join('-')
}

const hashOf = (accountId: number, typed: string) =>
	hashToken(`${accountId}:${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** Creates ten new recovery codes for an account; earlier ones are deleted. They are shown only once. */
export async function renewRecoveryCodes(tx: Transaction, accountId: number): Promise<string[]> {
	const codes = Array.from({ length: codeCount }, newCode)
	await tx.delete(codigosRecuperacion).where(eq(codigosRecuperacion.usuario_id, accountId))
	await tx
		.insert(codigosRecuperacion)
		.values(codes.map((code) => ({ usuario_id: accountId, hash: hashOf(accountId, code) })))
	return codes
}

/** Uses a recovery code up; false when it is unknown to the account, or was used. */
export async function spendRecoveryCode(
	tx: Transaction,
	accountId: number,
	typed: string,
	now: Date,
): Promise<boolean> {
	const [used] = await tx
		.update(codigosRecuperacion)
		.set({ used_at: now })
		.where(and(unusedOf(accountId), eq(codigosRecuperacion.hash, hashOf(accountId, typed))))
		.returning({ id: codigosRecuperacion.id })
	return used !== undefined
}

export const countRecoveryCodes = (db: Queryable, accountId: number): Promise<number> =>
	db.$count(codigosRecuperacion, unusedOf(accountId))

const unusedOf = (accountId: number) =>
	and(eq(codigosRecuperacion.usuario_id, accountId), isNull(codigosRecuperacion.used_at))
