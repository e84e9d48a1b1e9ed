import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import type { GoogleVerifier } from '#server/accounts/google-identity.ts'
import type { GoogleNonces } from '#server/accounts/google-nonces.ts'
import { isPassword } from '#server/accounts/password-hashing.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'

/** What somebody who is logged in already shows again before something that cannot be undone. */
export interface Proof {
	readonly password?: string | undefined
	/** A fresh ID token of the Google identity that the account is joined with, and the browser's cookie of its nonce. */
	readonly credential?: string | undefined
	readonly navegador?: string | undefined
}

export interface ProofDeps {
	readonly db: Database
	/** Absent where the shop runs without Google. */
	readonly google: GoogleVerifier | undefined
	readonly nonces: GoogleNonces
}

/**
 * Checks the proof. `settle`, for the caller's transaction, is false when it is outdated by then. Fails with
 * `clave_incorrecta` or `google_invalido`.
 */
export async function proveIdentity(
	deps: ProofDeps,
	accountId: number,
	proof: Proof,
): Promise<{ settle(tx: Transaction): Promise<boolean> } | Failure> {
	const { password_hash, google_sub } = usuarios
	const [account] = await deps.db.select({ password_hash, google_sub }).from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return fail('sesion_expirada')

	if (proof.credential !== undefined && deps.google) {
		const identity = await deps.google.verify(proof.credential)
		if (isFailure(identity)) return identity
		const isTheirs = identity.sub === account.google_sub && deps.nonces.isValid(identity.nonce, proof.navegador)
		return isTheirs ? { settle: (tx) => deps.nonces.consume(tx, identity.nonce) } : fail('google_invalido')
	}
	if (!(await isPassword(account.password_hash, proof.password ?? '', { isKnown: true })))
		return fail('clave_incorrecta')
	return {
		async settle(tx) {
			const [now] = await tx.select({ password_hash }).from(usuarios).where(eq(usuarios.id, accountId)).for('update')
			return now?.password_hash === account.password_hash
		},
	}
}
