import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { isFreshIdentity } from '#core/rules/fresh-identity.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { QueueOptions } from '#core/server/http/concurrency-limit.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { GoogleVerifier } from '#modules/accounts/server/google-identity.ts'
import type { GoogleNonces } from '#modules/accounts/server/google-nonces.ts'
import { isPassword } from '#modules/accounts/server/password-hashing.ts'
import { checkFactor, type FactorTools } from '#modules/second-factor/server/check-factor.ts'
import type { ShownFactor } from '#modules/second-factor/shapes/second-factor.ts'

/** Proof that the session's user is the account's owner, required before an irreversible action. */
export interface Proof extends ShownFactor {
	readonly password?: string | undefined
	/** A fresh ID token of the linked Google identity, and the browser cookie of its nonce. */
	readonly credential?: string | undefined
	readonly navegador?: string | undefined
	readonly queue?: QueueOptions
}

export interface ProofDeps extends FactorTools {
	readonly db: Database
	/** Absent when the shop runs without Google. */
	readonly google: GoogleVerifier | undefined
	readonly nonces: GoogleNonces
}

/** An account and its session. */
export interface SessionOwner {
	readonly id: number
	readonly sid: string
	/** The session's last proof of identity, including the second factor where the account has one. */
	readonly identidad_at: Date
}

/** The part of a proof for the caller's transaction: it fails when the account changed meanwhile. */
interface Proved {
	settle(tx: Transaction): Promise<undefined | Failure>
}

/**
 * Verifies a proof: a passkey alone (WebAuthn with user verification), or password or Google plus the account's second
 * factor, if any, unless the session's own proof is fresh. Fails, here or in `settle`, with `clave_incorrecta`,
 * `codigo_incorrecto`, `llave_invalida`, `google_invalido`, `google_no_responde` or `identidad_requerida`.
 */
export async function proveIdentity(
	deps: ProofDeps,
	owner: SessionOwner,
	proof: Proof,
	{ mayBeFresh }: { mayBeFresh: boolean },
): Promise<Proved | Failure> {
	const first = proof.llave ? undefined : await proveFirstFactor(deps, owner.id, proof)
	if (isFailure(first)) return first
	return {
		async settle(tx) {
			const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, owner.id))
			const needsFactor = account?.segundo_factor_at != null
			const isShown = proof.llave !== undefined || Boolean(proof.codigo)
			if (needsFactor && !isShown && !mayBeFresh) {
				return fail('codigo_incorrecto', { text: 'Escribe también el código de tu segundo paso.' })
			}
			if (needsFactor && !isShown && !isFreshIdentity(owner.identidad_at, deps.passkeys.clock.now())) {
				return fail('identidad_requerida')
			}
			const outdated = await first?.settle(tx)
			if (outdated) return outdated
			if (!proof.llave && (!needsFactor || !isShown)) return undefined
			const login = { accountId: owner.id, purpose: `llave-identidad:${owner.sid}` } as const
			const used = await checkFactor(deps, tx, login, proof)
			return isFailure(used) ? used : undefined
		},
	}
}

async function proveFirstFactor(deps: ProofDeps, accountId: number, proof: Proof): Promise<Proved | Failure> {
	const { password_hash, google_sub } = usuarios
	const [account] = await deps.db.select({ password_hash, google_sub }).from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return fail('sesion_expirada')

	if (proof.credential !== undefined && deps.google) {
		const identity = await deps.google.verify(proof.credential)
		if (isFailure(identity)) return identity
		if (identity.sub !== account.google_sub || !deps.nonces.isValid(identity.nonce, proof.navegador)) {
			return fail('google_invalido')
		}
		return {
			settle: async (tx) => ((await deps.nonces.consume(tx, identity.nonce)) ? undefined : fail('google_invalido')),
		}
	}
	const matches = await isPassword(account.password_hash, proof.password ?? '', proof.queue)
	if (!matches) return fail('clave_incorrecta')
	return {
		async settle(tx) {
			const [now] = await tx.select({ password_hash }).from(usuarios).where(eq(usuarios.id, accountId)).for('update')
			return now?.password_hash === account.password_hash ? undefined : fail('clave_incorrecta')
		},
	}
}
