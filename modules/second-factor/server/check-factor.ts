import { randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { createSecretVault, type SecretVault } from '#core/server/platform/secrets.ts'
import { hashToken, type IdentityFactor, type LoginContext } from '#modules/accounts/server/guard.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import {
	checkPasskey,
	createPasskeyTools,
	type PasskeyPurpose,
	type PasskeyTools,
} from '#modules/second-factor/server/passkeys.ts'
import type { ShownFactor } from '#modules/second-factor/shapes.ts'
import { appsCodigos, codigosRecuperacion } from '#modules/second-factor/tables.ts'

export interface FactorTools {
	readonly vault: SecretVault
	readonly passkeys: PasskeyTools
}

/**
 * Verifies a passkey's answer, or else a one-time or recovery code, and uses it up: a row lock admits one of two calls.
 * Fails with `llave_invalida` or `codigo_incorrecto`; the failure must be committed, as it uses a challenge up.
 */
export async function checkFactor(
	{ vault, passkeys }: FactorTools,
	tx: Transaction,
	login: { accountId: number; purpose: PasskeyPurpose },
	{ llave, codigo }: ShownFactor,
): Promise<UsedFactor | Failure> {
	if (llave) return await checkPasskey(passkeys, tx, login, llave)
	if (!codigo) return fail('codigo_incorrecto')
	const { accountId } = login
	const now = passkeys.clock.now()
	const code = codigo.replace(/[\s-]/g, '')
	if (!/^\d{6}$/.test(code)) {
		const [spent] = await tx
			.update(codigosRecuperacion)
			.set({ used_at: now })
			.where(and(unusedOf(accountId), eq(codigosRecuperacion.hash, hashOf(accountId, codigo))))
			.returning({ id: codigosRecuperacion.id })
		return spent ? 'recuperacion' : fail('codigo_incorrecto')
	}
	const isOwn = and(eq(appsCodigos.usuario_id, accountId), isNotNull(appsCodigos.confirmada_at))
	const [app] = await tx.select().from(appsCodigos).where(isOwn)
	const secret = app && vault.decrypt(app.secreto)
	const step = secret === undefined ? undefined : stepOfCode(secret, code, now)
	if (secret === undefined || step === undefined) return fail('codigo_incorrecto')
	const [used] = await tx
		.update(appsCodigos)
		// Encrypted again: a secret that is being rotated is then no longer needed for it.
		.set({ ultimo_paso: step, secreto: vault.encrypt(secret) })
		.where(and(isOwn, lt(appsCodigos.ultimo_paso, step)))
		.returning({ id: appsCodigos.usuario_id })
	return used ? 'app' : fail('codigo_incorrecto')
}

/** The second factor in a proof of identity: a passkey alone, or a code with the first factor. */
export const secondFactorProof: IdentityFactor = {
	aloneIn: ({ llave }) => llave && 'llave',
	refuse({ segundo_factor_at }, { llave, codigo }, { mayBeFresh, isFresh }) {
		if (!segundo_factor_at || llave || codigo) return undefined
		if (!mayBeFresh) return fail('codigo_incorrecto', { text: 'Escribe también el código de tu segundo paso.' })
		return isFresh ? undefined : fail('identidad_requerida')
	},
	async check(deps, tx, { account, sid }, { llave, codigo }) {
		if (!llave && !(account.segundo_factor_at && codigo)) return undefined
		const login = { accountId: account.id, purpose: `llave-identidad:${sid}` } as const
		const used = await checkFactor(openFactorTools(deps), tx, login, { llave, codigo })
		return isFailure(used) ? used : undefined
	},
}

/** The tools that verify factors, with keys derived from the shop's secrets. */
export const openFactorTools = ({ keys, clock, publicUrl }: LoginContext): FactorTools => ({
	vault: createSecretVault(keys, 'totp'),
	passkeys: createPasskeyTools(keys, clock, publicUrl),
})

const period = 30

const totpOf = (secret: string, label = '') =>
	new TOTP({ issuer: 'Premium Shaker', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** A new shared secret of 160 bits, in base 32 for typing. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the app's QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The 30-second step of a code, at most one from now; undefined when it matches none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
	// The library throws on six characters of more than six bytes.
	if (!/^\d{6}$/.test(code)) return undefined
	const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
	return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Without 0, 1, I, L and O, which are mistaken for each other on paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code of 16 random characters, some 79 bits: unguessable, so a plain hash is enough. */
function newCode(): string {
	const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
	return Array.from({ length: 4 }, group).join('-')
}

const hashOf = (accountId: number, typed: string) =>
	hashToken(`${accountId}:${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)

/** Creates ten new recovery codes for an account; earlier ones are deleted. They are shown only once. */
export async function renewRecoveryCodes(tx: Transaction, accountId: number): Promise<string[]> {
	const codes = Array.from({ length: 10 }, newCode)
	await tx.delete(codigosRecuperacion).where(eq(codigosRecuperacion.usuario_id, accountId))
	await tx
		.insert(codigosRecuperacion)
		.values(codes.map((code) => ({ usuario_id: accountId, hash: hashOf(accountId, code) })))
	return codes
}

const unusedOf = (accountId: number) =>
	and(eq(codigosRecuperacion.usuario_id, accountId), isNull(codigosRecuperacion.used_at))

export const countRecoveryCodes = (db: Queryable, accountId: number): Promise<number> =>
	db.$count(codigosRecuperacion, unusedOf(accountId))
